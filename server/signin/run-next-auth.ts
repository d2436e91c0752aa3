import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import type { Services } from "@/server/kernel/services";
import { browserOf } from "./browser";
import { nextAuthOptions } from "./next-auth-options";

/** What next-auth does here; its `_log` would let anybody write into our log. */
const actions = new Set([
  "providers",
  "session",
  "csrf",
  "signin",
  "signout",
  "callback",
  "error",
  "verify-request",
]);

export interface AuthRequest {
  method: string;
  /** The path below /api/auth. */
  segments: readonly string[];
  query: Record<string, string>;
  body: Record<string, string>;
  cookies: Record<string, string>;
  headers: Headers;
}

export interface AuthAnswer {
  status: number;
  headers: Headers;
  body: string | null;
}

/** Collects what next-auth answers to its plain Node interface, which needs no Next around it. */
function answerSheet() {
  const answer: AuthAnswer = { status: 200, headers: new Headers(), body: null };
  const response = {
    status(code: number) {
      answer.status = code;
      return response;
    },
    getHeader: (name: string) =>
      name === "Set-Cookie" ? answer.headers.getSetCookie() : answer.headers.get(name),
    setHeader(name: string, value: string | string[]) {
      answer.headers.delete(name);
      for (const one of [value].flat()) answer.headers.append(name, one);
      return response;
    },
    end: () => response,
    json(value: unknown) {
      answer.headers.set("Content-Type", "application/json");
      answer.body = JSON.stringify(value);
    },
    send(value: unknown) {
      if (typeof value === "string") answer.body = value;
      else if (value !== undefined) response.json(value);
    },
  };
  return { answer, response };
}

/** Lets next-auth answer one request. Its redirects are made from the configured origin, never from Host. */
export async function runNextAuth(services: Services, request: AuthRequest): Promise<AuthAnswer> {
  const { segments, query, headers, ...rest } = request;
  if (!actions.has(segments[0] ?? "")) return { status: 404, headers: new Headers(), body: null };
  process.env.NEXTAUTH_URL = services.settings.appUrl;
  const { answer, response } = answerSheet();
  const incoming = {
    ...rest,
    headers: Object.fromEntries(headers),
    query: { ...query, nextauth: [...segments] },
  };
  // next-auth asks no more of either than what is built here.
  await NextAuth(
    incoming as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    nextAuthOptions(services, browserOf(services, headers)),
  );
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}
