import type { Ctx } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import type { Admission } from "@/server/modules/integrations/keys/admit";
import type { Endpoint } from "@/server/transport/endpoint";
import type { ParsedRequest } from "@/server/transport/parsed-request";
import type { Upload } from "@/server/transport/read-upload";

/*
 * How far a v2 request has come. Each step takes the stage that it needs and returns the next one, so that steps in the wrong order do
 * not compile.
 */

type Input = Parameters<Endpoint["call"]>[1];

/** As it arrived. */
export interface Received extends ParsedRequest {
  readonly services: Services;
  readonly requestId: string;
  /** Headers of every response from here on. */
  readonly headers: Record<string, string>;
}

/** Its path and method match an endpoint. */
export interface Known extends Received {
  readonly endpoint: Endpoint;
  /** The path's values as sent. */
  readonly rawParams: Record<string, string>;
}

/** Its key is known, but may still be refused. */
export interface Identified extends Known {
  readonly admission: Admission;
}

/** The caller may act. */
export interface Admitted extends Known {
  readonly ctx: Ctx;
}

/** The preferences of RFC 7240 that writes honour. */
export interface Prefer {
  respondAsync: boolean;
  /** Seconds that the client is ready to wait; undefined when not given. */
  waitSeconds: number | undefined;
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

/** The body is JSON; its contents may still be invalid. */
export interface Read extends Targeted {
  /** The body as sent, before the schema's defaults. */
  readonly rawBody: Record<string, unknown> | undefined;
  /** Its JSON text, which keeps what parsed values lose, such as numbers that are too large. */
  readonly bodyText: string | undefined;
  /** The body of an upload. */
  readonly upload?: Upload | undefined;
}

/** The whole request is well-formed. */
export interface Parsed extends Targeted {
  readonly input: Input;
}

/** The endpoint's check before the transaction has passed. */
export interface Ready extends Parsed {
  readonly checked: unknown;
}

/** A write that is ready to be carried out. */
export type Write = Parsed & Asked & Partial<Pick<Read, "rawBody" | "bodyText" | "upload">>;

/** The known facts of a request, wherever it ended. */
export type Reached = Received & Partial<Omit<Identified & Write, keyof Received>>;
