import type { z } from "zod";
import type { Ctx, InWorkspace } from "@/server/access/ctx";
import type { Scope } from "@/server/access/scopes";
import type { Page, Position } from "@/server/kernel/database/page-token";
import type { ErrorCode, FieldError } from "@/server/kernel/errors";
import type { IdKind } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { Upload } from "./read-upload";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

type ParamKinds = Record<string, IdKind>;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Input<P extends ParamKinds, Q, B> {
  /** The path's ids as bare UUIDs. */
  params: Record<keyof P, string>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** The file that is the body of an upload; only with `upload`. */
  file: Upload;
  /** Start of the page, from `nextToken`; null for the first page. */
  after: Position | null;
}

/** The input of a call, with the result of `check`. */
type CheckedInput<P extends ParamKinds, Q, B, C> = Input<P, Q, B> & { checked: C };

/** Idempotency, on-behalf and deferral of a write (decisions 4.9 to 4.11). */
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
  /** Success status; 200 by default. */
  status?: 200 | 201 | 202 | 204;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /** The required scope; `any` for any key, `public` for no key. */
  scope: Scope | "any" | "public";
  /** The workspace's required plan. */
  plan?: "COMPLETE";
  params?: P;
  query?: Q;
  body?: B;
  /**
   * Validates the references in the body. Called when the body's schema has faults, with the valid fields only, so that details.fields
   * lists every fault at once; otherwise the verb checks the references itself.
   */
  referenceFaults?(
    ctx: Ctx,
    body: Partial<NonNullable<Parsed<B>>>,
    params: Record<keyof P, string>,
  ): Promise<FieldError[]>;
  /** Body checks that have specific error codes; called after the schema accepts the body. @throws ApiError */
  checkBody?(ctx: Ctx, body: NonNullable<Parsed<B>>): void;
  /** The body is a file rather than JSON. Such a write is never deferred. */
  upload?: { maximumBytes: number };
  /** The answer is a file of one of these content types: `present` returns a `FileAnswer`. */
  download?: readonly string[];
  write?: WriteOptions;
  /** Bytes; 256 KiB by default. */
  maximumBodyBytes?: number;
  /** Error codes of this endpoint beyond the shared ones. */
  errors?: readonly ErrorCode[];
  /** Error code for an unknown id; RESOURCE_NOT_FOUND by default. */
  notFound?: "WEBHOOK_NOT_FOUND";
}

interface One<P extends ParamKinds, Q, B, R, C> extends Common<P, Q, B> {
  list?: undefined;
  /** Shape of `data`; absent for 204. */
  data?: z.ZodType;
  /**
   * For a write that depends on a third party, such as a name server: runs before its transaction. A retry with the same Idempotency-Key
   * skips it.
   */
  check?(ctx: Ctx, input: Input<P, Q, B>): Promise<C>;
  call(ctx: Ctx, input: CheckedInput<P, Q, B, C>): Promise<R>;
  present?(result: R, input: Input<P, Q, B>): unknown;
}

interface Many<P extends ParamKinds, Q, B, R> extends Common<P, Q, B> {
  /** `paged` lists have `nextToken` at top level; `whole` ones come in one response. */
  list: "paged" | "whole";
  /** Set when the sort order has changed: a `nextToken` of another order would skip rows, so this list rejects it. */
  order?: "names";
  /** Shape of one item of `data`. */
  data: z.ZodType;
  call(ctx: Ctx, input: Input<P, Q, B>): Promise<Page<R>>;
  present(item: R, input: Input<P, Q, B>): unknown;
}

/** The result of one step of long work. */
type Stepped<R> = { progress: { done: number; total: number } } | { result: R };

/** Long work that commits part by part (decision 4.11). */
interface InSteps<P extends ParamKinds, Q, B, R> extends Common<P, Q, B> {
  list?: undefined;
  /** Shape of `data` in the operation's result. */
  data: z.ZodType;
  write: WriteOptions & { defer: "always" };
  /** Accepts the work, in the request's transaction. @returns the bare id of the new operation */
  call(ctx: Ctx, input: Input<P, Q, B>): Promise<string>;
  /**
   * Does the next part of the accepted work, some milliseconds long, in a separate transaction. It uses no user's rights: the user who
   * started the work may be gone by now.
   */
  step(tx: InWorkspace, input: Pick<Input<P, Q, B>, "params">): Promise<Stepped<R>>;
  present(result: R): unknown;
}

/** A public document outside the envelope: no caller, no verb. */
interface Document extends Common<ParamKinds, undefined, undefined> {
  method: "GET";
  scope: "public";
  /** The whole body as JSON text. */
  document(services: Services): string;
}

type AnyInput = Input<ParamKinds, z.ZodObject | undefined, z.ZodType | undefined>;

/** The resource that a list's page tokens are bound to, besides the caller and the filters. */
export const pageResource = ({ path, order }: Endpoint): string => (order ? `${path} by ${order}` : path);

/** An endpoint is data: routing, validation, OpenAPI, the reference, the contract tests and the scope picker read it. */
export type Endpoint = Common<ParamKinds, z.ZodObject | undefined, z.ZodType | undefined> & {
  list?: "paged" | "whole";
  order?: "names";
  data?: z.ZodType;
  // Method syntax: parameters are bivariant, because one list has endpoints with different inputs.
  check?(ctx: Ctx, input: AnyInput): Promise<unknown>;
  call(ctx: Ctx, input: AnyInput & { checked?: unknown }): Promise<unknown>;
  step?(tx: InWorkspace, input: Pick<AnyInput, "params">): Promise<Stepped<unknown>>;
  present?(result: unknown, input: unknown): unknown;
  /** Set for a public document, which is returned as it is instead of calling a verb. */
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

/** Declares an endpoint whose work is done in steps. */
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
