import type { Ctx } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import type { Admission } from "@/server/modules/api-keys/admit";
import type { Endpoint } from "@/server/transport/endpoint";
import type { Answer, Step } from "@/server/transport/pipeline";
import type { Prefer } from "./prefer";
import type { Backend } from "./write-transaction";

type EndpointInput = Parameters<Endpoint["call"]>[1];

/** One v2 request on its way through the steps; each step fills in what it found out. */
export interface Exchange {
  readonly services: Services;
  readonly request: Request;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly requestId: string;
  /** Headers that every answer from here on carries. */
  readonly headers: Record<string, string>;
  endpoint?: Endpoint;
  /** The path's values as they were sent. */
  rawParams?: Record<string, string>;
  admission?: Admission;
  ctx?: Ctx;
  /** Known query parameters as text. */
  query?: Record<string, string>;
  input?: EndpointInput;
  /** What the endpoint's check found, before the transaction. */
  checked?: unknown;
  /** The body as it was sent, before the schema gave it defaults. */
  rawBody?: Record<string, unknown>;
  /** Its JSON text, which keeps what values cannot: a number that is too large, say. */
  bodyText?: string;
  idempotencyKey?: string;
  prefer?: Prefer;
  /** Where the write's transaction runs. */
  backend?: Backend;
}

export type V2Step = Step<Exchange>;
export type { Answer };

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`A step ran before ${what} was known`);
  return value;
}

export const endpointOf = (x: Exchange): Endpoint => present(x.endpoint, "the endpoint");
export const ctxOf = (x: Exchange): Ctx => present(x.ctx, "the caller");
export const inputOf = (x: Exchange): EndpointInput => present(x.input, "the input");
