"use server";

import { z } from "zod";
import { dispatch } from "@/server/api/dispatch";
import { filledPath } from "@/server/api/reference/operation";
import { findPage } from "@/server/api/reference/pages";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

const values = z.record(z.string().max(100), z.string().max(4000));
const Call = z.strictObject({
  slug: z.string().max(100),
  /** Longer ones cannot be our keys. */
  key: z.string().trim().max(256),
  path: values,
  query: values,
});
export type Call = z.input<typeof Call>;

/** The API's response, as received. */
export interface TryAnswer {
  status: number;
  headers: [name: string, value: string][];
  body: string;
  /** Whether the body was truncated. */
  isCut: boolean;
  requestId: string;
}

/** Characters of a body that a page renders without strain. */
const shownCharacters = 65_536;

/**
 * Sends a read request of the reference with a key typed by the user, through the whole pipeline: it counts against the quota and is
 * logged. It runs here because the API may be on another host, which the page may not call. The key is neither stored nor logged.
 * @returns null when no user is signed in or the operation does not exist
 */
export async function tryRequest(input: Call): Promise<TryAnswer | null> {
  const { data: call } = Call.safeParse(input);
  const { settings } = services();
  const page = call && findPage(settings, call.slug);
  if (!call || page?.kind !== "operation" || page.method !== "GET" || !(await currentActor())) return null;
  const response = await dispatch(
    new Request(addressOf(settings.baseUrl, page.path, call), { headers: headersOf(page, call.key) }),
    { ip: null, host: new URL(settings.baseUrl).host },
  );
  return response && answerOf(response);
}

function addressOf(baseUrl: string, path: string, call: z.output<typeof Call>): string {
  const segments = Object.fromEntries(
    Object.entries(call.path).map(([name, value]) => [name, encodeURIComponent(value.trim()) || "-"]),
  );
  const query = new URLSearchParams(Object.entries(call.query).filter(([, value]) => value.trim() !== ""));
  return `${baseUrl}${filledPath(path, segments)}${query.size > 0 ? `?${query}` : ""}`;
}

/** A header cannot contain every character; such a text is no key. */
const isSendable = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);

function headersOf({ version }: { version: "v1" | "v2" }, key: string): Record<string, string> {
  if (!isSendable(key)) return {};
  return version === "v1" ? { "x-api-key": key } : { authorization: `Bearer ${key}` };
}

async function answerOf(response: Response): Promise<TryAnswer> {
  const text = indented(await response.text());
  return {
    status: response.status,
    headers: [...response.headers],
    body: text.slice(0, shownCharacters),
    isCut: text.length > shownCharacters,
    requestId: response.headers.get("x-request-id") ?? "",
  };
}

/** Pretty-prints JSON; other text stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
