import { Agent, request } from "undici";
import { second } from "@/server/kernel/time/clock";
import { type Outcome, retry } from "./outcome";

const timeoutMs = 20 * second;
const maximumBytes = 64 * 1024;

interface HttpRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface HttpAnswer {
  status: number;
  /** The body when it is a JSON object, else null. */
  json: Record<string, unknown> | null;
  /** The start of the body, for display. */
  text: string;
  /** Retry-After in milliseconds, when it was given in seconds. */
  retryAfterMs: number | undefined;
}

/** Sends a POST and reads the response. Redirects are not followed. One per sending part of a process. */
export interface Http {
  /** @returns the response, or the outcome when there is none */
  post(given: HttpRequest): Promise<HttpAnswer | Outcome>;
  close(): Promise<void>;
}

export const isAnswer = (given: HttpAnswer | Outcome): given is HttpAnswer => "status" in given;

function jsonObject(text: string): HttpAnswer["json"] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maximumBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maximumBytes).toString();
}

/** The connection failed before anything was sent. */
const beforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? "");

const retryAfter = (header: string | string[] | undefined): number | undefined => {
  const seconds = Number(Array.isArray(header) ? header[0] : header);
  return header !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds * second : undefined;
};

export function createHttp(): Http {
  const dispatcher = new Agent({
    connect: { timeout: 10 * second },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: 32,
  });
  return {
    async post({ url, headers, body }) {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await request(url, { method: "POST", headers, body, dispatcher, signal });
        const text = await readText(response.body);
        return {
          status: response.statusCode,
          json: jsonObject(text),
          text: text.slice(0, 200),
          retryAfterMs: retryAfter(response.headers["retry-after"]),
        };
      } catch (error) {
        const code = codeOf(error);
        if (beforeSending.has(code)) return retry("UNAVAILABLE", `No connection (${code}).`);
        return { kind: "unknown", detail: `No answer (${code || "timeout"}).` };
      }
    },
    close: () => dispatcher.destroy(),
  };
}
