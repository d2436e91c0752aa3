import { handleV2 } from "@/server/api/v2";
import type { Pool } from "@/server/kernel/db";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import { createServices } from "@/server/kernel/services";
import type { Stage } from "./stage";

/** Stands for a value that every request has of its own. */
type Own =
  | { key: true }
  /** One of the people that requests are about: each would otherwise wait for the recorded one's lock. */
  | { subject: true }
  /** One of the body's dates: other requests are about other weeks, and would else find what this one wrote. */
  | { date: string }
  /** A UUID that the request made; the same number is the same UUID. */
  | { uuid: number }
  /** A list or JSON with such UUIDs in it, each as `{{number}}`. */
  | { around: string }
  | { text: "idempotency key" | "lock" | "message" | "request" };

/** A statement that a request sent, in a form that another process can send again. */
export interface Statement {
  pool: Pool;
  text: string;
  /** As sent, but for what is the request's own. */
  parameters: (Own | unknown)[];
}

export interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** The body of one more request; each must be good. */
  body?: () => string;
  /** People whom the bodies are about. */
  subjects?: string[];
}

/** What one request asks of the database, statement by statement. */
export async function record(
  stage: Stage,
  { path, method = "GET", headers, body, subjects }: Asked,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const key = stage.keys[0] ?? "";
  let portable: ((value: unknown) => unknown) | undefined;
  const services = createServices(stage.settings, {
    onStatement: (pool, text, parameters) => {
      if (portable) statements.push({ pool, text, parameters: parameters.map(portable) });
    },
  });
  const request = (idempotencyKey: string, text = body?.()) =>
    handleV2(
      new Request(`http://bench.invalid${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(text && { "content-type": "application/json", "idempotency-key": idempotencyKey }),
          ...headers,
        },
        ...(text && { body: text }),
      }),
      services,
    );
  try {
    // The first calls read the types of arrays; what is recorded is an ordinary one.
    for (const name of ["a", "b"]) await request(`bench-${name}-${newId()}`);
    const idempotencyKey = `bench-${newId()}`;
    const text = body?.();
    const dates = new Set(text?.match(/\d{4}-\d{2}-\d{2}/g));
    portable = portableOf({ key, idempotencyKey, start: newId(), subjects: new Set(subjects), dates });
    const response = await request(idempotencyKey, text);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return statements;
  } finally {
    portable = undefined;
    await services.close();
  }
}

/** What the recorded request was made of. */
interface Recorded {
  key: string;
  idempotencyKey: string;
  start: string;
  subjects: ReadonlySet<string>;
  dates: ReadonlySet<string>;
}

const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** Tells what belongs to the request from what belongs to the data. UUIDs sort by time: those after `start` are new. */
function portableOf({ key, idempotencyKey, start, subjects, dates }: Recorded): (value: unknown) => unknown {
  const keyHash = sha256(key).toString("hex");
  const made: string[] = [];
  const numberOf = (id: string): number => (made.includes(id) ? made.indexOf(id) : made.push(id) - 1);
  return (value) => {
    const text = Buffer.isBuffer(value) ? value.toString("hex") : value;
    if (typeof text !== "string") return text;
    if (text.replace(/^\\x/, "") === keyHash) return { key: true };
    if (subjects.has(text)) return { subject: true };
    if (dates.has(text)) return { date: text };
    if (text === idempotencyKey) return { text: "idempotency key" };
    if (text.startsWith("msg_")) return { text: "message" };
    if (text.startsWith("req_")) return { text: "request" };
    if (/^-?\d{15,}$/.test(text)) return { text: "lock" };
    const around = text.replace(uuids, (id) => (id < start ? id : `{{${numberOf(id)}}}`));
    if (around === text) return text;
    const [, only] = around.match(/^\{\{(\d+)\}\}$/) ?? [];
    return only === undefined ? { around } : { uuid: Number(only) };
  };
}
