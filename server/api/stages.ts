import type { Ctx } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import type { Admission } from "@/server/modules/api-keys/admit";
import type { Endpoint } from "@/server/transport/endpoint";
import type { Prefer } from "./prefer";

/*
 * How far a v2 request has come. Each step takes the stage that it needs and hands on the next one, so that a step which comes too
 * early does not compile.
 */

/** What a verb gets. */
type Input = Parameters<Endpoint["call"]>[1];

/** As it came. */
export interface Received {
  readonly services: Services;
  readonly request: Request;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly requestId: string;
  /** Headers that every answer from here on carries. */
  readonly headers: Record<string, string>;
}

/** Its path and method name an endpoint. */
export interface Known extends Received {
  readonly endpoint: Endpoint;
  /** The path's values as they were sent. */
  readonly rawParams: Record<string, string>;
}

/** Its key is one of ours, which may be refused still. */
export interface Identified extends Known {
  readonly admission: Admission;
}

/** Somebody may act. */
export interface Admitted extends Known {
  readonly ctx: Ctx;
}

/** The headers of writes are read. */
export interface Asked extends Admitted {
  readonly idempotencyKey?: string;
  readonly prefer?: Prefer;
}

/** Ids, query and page token are read. */
export interface Targeted extends Admitted {
  /** Known query parameters as text. */
  readonly query: Record<string, string>;
  readonly target: Pick<Input, "params" | "query" | "after">;
}

/** The body is JSON; what is in it may be wrong still. */
export interface Read extends Targeted {
  /** The body as it was sent, before the schema gave it defaults. */
  readonly rawBody: Record<string, unknown> | undefined;
  /** Its JSON text, which keeps what values cannot: a number that is too large, say. */
  readonly bodyText: string | undefined;
}

/** All that the request says is right in form. */
export interface Parsed extends Targeted {
  readonly input: Input;
}

/** What the endpoint asks before its transaction has been asked. */
export interface Ready extends Parsed {
  readonly checked: unknown;
}

/** A write that may be carried out. */
export type Write = Parsed & Asked & Partial<Pick<Read, "rawBody" | "bodyText">>;

/** What is known of a request wherever it ended. */
export type Reached = Received & Partial<Omit<Identified & Write, keyof Received>>;
