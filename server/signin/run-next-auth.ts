import type { NextApiRequest, NextApiResponse } from "next";
import { NextResponse } from "next/server";
import NextAuth from "next-auth";
import type { Settings } from "@/server/kernel/env";
import type { Services } from "@/server/kernel/services";
import { type Browser, browserOf } from "./browser";
import { deviceCookieName, deviceCookieOptions, sealDevices } from "./devices";
import { sealStep, stepCookieName, stepCookieOptions } from "./factors/step-cookie";
import { nextAuthOptions, type Outcome } from "./next-auth-options";
import type { Later } from "./request-mail";
import { destinationWithin } from "./return-path";
import { isHttps } from "./session-cookie";
import { choiceCookieName, choiceCookieOptions, sealChoice } from "./workspace-choice";

/** The supported actions of next-auth; its `_log` would let anyone write into our log. */
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
  later?: Later;
}

export interface AuthAnswer {
  status: number;
  headers: Headers;
  body: string | null;
}

/** next-auth copies its input into Location unchanged; a header must not contain control characters. */
const printable = (value: string): string => value.replace(/[^\x20-\x7e]+/g, encodeURIComponent);

/** Collects the response of next-auth's plain Node interface, which does not need Next. */
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
      for (const one of [value].flat()) answer.headers.append(name, printable(one));
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

const nothing = (status: number, headers?: HeadersInit): AuthAnswer => ({
  status,
  headers: new Headers(headers),
  body: null,
});

/** next-auth's cookie with the return address while the browser is at a provider. */
const returnCookieName = (settings: Settings): string =>
  `${isHttps(settings) ? "__Secure-" : ""}next-auth.callback-url`;

/** next-auth answers 500 to an invalid return address; this replaces it with one of ours, in the query, the body and the cookie. */
function withSafeReturn(services: Services, { query, body, cookies }: AuthRequest) {
  const { settings } = services;
  const safe = (values: Record<string, string>, name: string) =>
    values[name] === undefined
      ? values
      : { ...values, [name]: settings.appUrl + destinationWithin(values[name], settings.appUrl) };
  return {
    query: safe(query, "callbackUrl"),
    body: safe(body, "callbackUrl"),
    cookies: safe(cookies, returnCookieName(settings)),
  };
}

/** Our cookies besides next-auth's: the known browser, or a pending choice of workspace or second step. */
async function ownCookies(
  { settings, clock }: Services,
  { entered, pendingFactor, proof }: Outcome,
  { devices = [] }: Browser,
  returnTo: string,
): Promise<string[]> {
  const { cookies, headers } = new NextResponse(null);
  if (entered) {
    const value = await sealDevices(settings, devices, entered.person, entered.at);
    cookies.set(deviceCookieName(settings), value, deviceCookieOptions(settings));
  } else if (pendingFactor) {
    const value = await sealStep(settings, { secret: pendingFactor.step, returnTo });
    cookies.set(stepCookieName(settings), value, stepCookieOptions(settings));
  } else if (proof && proof.people.length > 1) {
    const value = await sealChoice(settings, proof, returnTo, clock());
    cookies.set(choiceCookieName(settings), value, choiceCookieOptions(settings));
  }
  return headers.getSetCookie();
}

/** Lets next-auth answer one request. Its redirects use the configured origin, never Host. */
export async function runNextAuth(services: Services, request: AuthRequest): Promise<AuthAnswer> {
  const { segments, headers, method } = request;
  if (!actions.has(segments[0] ?? "")) return nothing(404);
  // A password needs POST; next-auth answers 500 to anything else.
  if (segments[0] === "callback" && segments[1] === "credentials" && method !== "POST")
    return nothing(405, { Allow: "POST" });
  process.env.NEXTAUTH_URL = services.settings.appUrl;
  const { answer, response } = answerSheet();
  const { query, ...sent } = withSafeReturn(services, request);
  const incoming = {
    ...sent,
    method,
    headers: Object.fromEntries(headers),
    query: { ...query, nextauth: [...segments] },
  };
  const { settings } = services;
  const outcome: Outcome = {};
  const browser = await browserOf(services, headers, request.cookies[deviceCookieName(settings)]);
  // next-auth uses only these parts of the request and response.
  await NextAuth(
    incoming as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    nextAuthOptions(services, browser, outcome, request.later),
  );
  const returnTo = destinationWithin(
    sent.body.callbackUrl ?? sent.cookies[returnCookieName(settings)],
    settings.appUrl,
  );
  for (const line of await ownCookies(services, outcome, browser, returnTo))
    answer.headers.append("Set-Cookie", line);
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}
