import type { z } from "zod";
import type { Ctx, InWorkspace } from "@/server/access/ctx";
import type { Scope } from "@/server/access/scopes";
import type { ErrorCode, FieldError } from "@/server/kernel/errors";
import type { Page, Position } from "@/server/kernel/page-token";
import type { IdKind } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

type ParamKinds = Record<string, IdKind>;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Input<P extends ParamKinds, Q, B> {
  /** Bare UUIDs of the path's ids. */
  params: Record<keyof P, string>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** Where the page starts, out of `nextToken`; null for the first page. */
  after: Position | null;
}

/** What a call gets: the input, and what `check` made of it. */
type CheckedInput<P extends ParamKinds, Q, B, C> = Input<P, Q, B> & { checked: C };

/** How a write behaves around its verb (decisions 4.9 to 4.11). */
export interface WriteOptions {
  /** Honours Idempotency-Key. */
  idempotent: boolean;
  /** Honours X-On-Behalf-Of. */
  onBehalf: boolean;
  /** May answer 202 with an operation. `always` is for bulk work. */
  defer: boolean | "always";
}

interface Common<P extends ParamKinds, Q, B> {
  method: Method;
  /** Public path with `{name}` for each id. */
  path: `/v1/${string}` | `/v2/${string}` | `/hooks${string}`;
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 202 | 204;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /** The scope that the key needs; `any` for any key, `public` for none at all. */
  scope: Scope | "any" | "public";
  /** The plan that the workspace needs. */
  plan?: "COMPLETE";
  params?: P;
  query?: Q;
  body?: B;
  /**
   * Faults of what the body refers to. Asked when the body's form has faults as well, with the fields whose form is right, so that
   * details.fields lists every fault at once; otherwise the verb checks for itself.
   */
  referenceFaults?(
    ctx: Ctx,
    body: Partial<NonNullable<Parsed<B>>>,
    params: Record<keyof P, string>,
  ): Promise<FieldError[]>;
  /** What is wrong with a body's form that has a code of its own; asked when its schema has accepted it. @throws ApiError */
  checkBody?(ctx: Ctx, body: NonNullable<Parsed<B>>): void;
  write?: WriteOptions;
  /** Bytes; 256 KiB unless said. */
  maximumBodyBytes?: number;
  /** Codes that this endpoint can answer beyond those that all share. */
  errors?: readonly ErrorCode[];
  /** What an unknown id answers; RESOURCE_NOT_FOUND unless said. */
  notFound?: "WEBHOOK_NOT_FOUND";
}

interface One<P extends ParamKinds, Q, B, R, C> extends Common<P, Q, B> {
  list?: undefined;
  /** Shape of `data`; absent for 204. */
  data?: z.ZodType;
  /**
   * Of a write: what has to be asked before its transaction, because somebody else answers, a name server say. A repetition with the
   * same Idempotency-Key is not asked again.
   */
  check?(ctx: Ctx, input: Input<P, Q, B>): Promise<C>;
  call(ctx: Ctx, input: CheckedInput<P, Q, B, C>): Promise<R>;
  present?(result: R, input: Input<P, Q, B>): unknown;
}

interface Many<P extends ParamKinds, Q, B, R> extends Common<P, Q, B> {
  /** `paged` lists have `nextToken` at top level; `whole` ones come in one response. */
  list: "paged" | "whole";
  /** Said where the order has changed: a `nextToken` of another order would leave rows out, and is none of this list's. */
  order?: "names";
  /** Shape of one item of `data`. */
  data: z.ZodType;
  call(ctx: Ctx, input: Input<P, Q, B>): Promise<Page<R>>;
  present(item: R, input: Input<P, Q, B>): unknown;
}

/** What a step of long work has come to. */
type Stepped<R> = { progress: { done: number; total: number } } | { result: R };

/** Long work whose parts commit one by one (decision 4.11). */
interface InSteps<P extends ParamKinds, Q, B, R> extends Common<P, Q, B> {
  list?: undefined;
  /** Shape of `data`, of the operation's result. */
  data: z.ZodType;
  write: WriteOptions & { defer: "always" };
  /** Accepts it, in the transaction of the request. @returns the bare id of the operation that it has become */
  call(ctx: Ctx, input: Input<P, Q, B>): Promise<string>;
  /**
   * Does the next part of what was accepted, some milliseconds of work, in a transaction of its own. Nobody's right is used: who began it
   * may be gone by now.
   */
  step(tx: InWorkspace, input: Pick<Input<P, Q, B>, "params">): Promise<Stepped<R>>;
  present(result: R): unknown;
}

/** A public document outside the envelope: no caller, no verb. */
interface Document extends Common<ParamKinds, undefined, undefined> {
  method: "GET";
  scope: "public";
  /** The whole body, JSON text. */
  document(services: Services): string;
}

type AnyInput = Input<ParamKinds, z.ZodObject | undefined, z.ZodType | undefined>;

/** What page tokens of a list are bound to, besides the caller and the filters. */
export const pageResource = ({ path, order }: Endpoint): string => (order ? `${path} by ${order}` : path);

/** An endpoint is data: routing, validation, OpenAPI, the reference, the contract tests and the scope picker read it. */
export type Endpoint = Common<ParamKinds, z.ZodObject | undefined, z.ZodType | undefined> & {
  list?: "paged" | "whole";
  order?: "names";
  data?: z.ZodType;
  // Method syntax: parameters are compared loosely, because records of different inputs stand in one list.
  check?(ctx: Ctx, input: AnyInput): Promise<unknown>;
  call(ctx: Ctx, input: AnyInput & { checked?: unknown }): Promise<unknown>;
  step?(tx: InWorkspace, input: Pick<AnyInput, "params">): Promise<Stepped<unknown>>;
  present?(result: unknown, input: unknown): unknown;
  /** Set for a public document, which is answered as it is instead of calling a verb. */
  document?(services: Services): string;
};

/** Declares an endpoint; the types of `check`, `call`, `step` and `present` follow from the schemas. */
export function endpoint<
  const P extends ParamKinds,
  Q extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  R,
  C = undefined,
>(record: One<P, Q, B, R, C> | Many<P, Q, B, R>): Endpoint {
  return record as unknown as Endpoint;
}

/** Declares one whose work is done in steps. */
export const steppedEndpoint = <
  const P extends ParamKinds,
  Q extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  R,
>(
  record: InSteps<P, Q, B, R>,
): Endpoint => record as unknown as Endpoint;

/** Declares a public document. */
export const documentEndpoint = (record: Document): Endpoint => ({
  ...record,
  call: () => Promise.reject(new Error(`${record.path} is a document: it has no verb`)),
});
