import { openPosition, type Position } from "@/server/kernel/database/page-token";
import { ApiError, invalid } from "@/server/kernel/errors";
import { decodeId } from "@/server/kernel/schema";
import type { Endpoint } from "@/server/transport/endpoint";
import { readJsonObject } from "@/server/transport/read-body";
import { noUpload, readUpload } from "@/server/transport/read-upload";
import { queryRecord, read, soundFields, validate } from "@/server/transport/validate";
import { pageScope } from "../page-scope";
import type { Admitted, Parsed, Read, Targeted } from "../stages";

export const defaultMaximumBytes = 256 * 1024;

/** Path ids, query and page token, in this order. @throws ApiError */
export function readTarget<X extends Admitted>(x: X): X & Targeted {
  const { endpoint } = x;
  const params = idsOf(endpoint, x.rawParams);
  const text = endpoint.query ? queryRecord(x.search, knownNames(endpoint.query)) : {};
  const query = endpoint.query ? validate(endpoint.query, text) : undefined;
  return { ...x, query: text, target: { params, query, after: positionOf(x, text) } };
}

/** The body as JSON or as a file, where the endpoint takes one. @throws ApiError INVALID_REQUEST_BODY */
export async function readBody<X extends Targeted>(x: X): Promise<X & Read> {
  const { body, upload, maximumBodyBytes = defaultMaximumBytes } = x.endpoint;
  if (upload) {
    const file = await readUpload(x.request, upload.maximumBytes);
    return { ...x, rawBody: undefined, bodyText: undefined, upload: file };
  }
  const sent = body && (await readJsonObject(x.request, maximumBodyBytes));
  return { ...x, rawBody: sent?.value, bodyText: sent?.text };
}

/** The verb gets parsed values only. @throws ApiError INVALID_REQUEST_BODY with every fault at once */
export async function parseBody<X extends Read>(x: X): Promise<X & Parsed> {
  return {
    ...x,
    input: {
      ...x.target,
      file: x.upload ?? noUpload,
      body: x.endpoint.body && (await bodyOf(x, x.endpoint.body)),
    },
  };
}

const namesByQuery = new WeakMap<object, ReadonlySet<string>>();

function knownNames(query: NonNullable<Endpoint["query"]>): ReadonlySet<string> {
  const names = namesByQuery.get(query) ?? new Set(Object.keys(query.shape));
  namesByQuery.set(query, names);
  return names;
}

/** @throws ApiError not found: a malformed id names no record. */
export function idsOf(endpoint: Endpoint, raw: Record<string, string>): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const [name, kind] of Object.entries(endpoint.params ?? {})) {
    const id = decodeId(kind, raw[name] ?? "");
    if (id === null) throw new ApiError(endpoint.notFound ?? "RESOURCE_NOT_FOUND");
    ids[name] = id;
  }
  return ids;
}

function positionOf(x: Admitted, query: Record<string, string>): Position | null {
  if (x.endpoint.list !== "paged" || query.nextToken === undefined) return null;
  return openPosition(pageScope(x, query), query.nextToken, x.services.clock());
}

async function bodyOf(
  { endpoint, ctx, request, rawBody, target }: Read,
  schema: NonNullable<Endpoint["body"]>,
): Promise<unknown> {
  if (rawBody === undefined && !schema.safeParse(undefined).success) {
    if (request.headers.has("content-type")) throw new ApiError("INVALID_REQUEST_BODY");
    throw new ApiError("INVALID_REQUEST_BODY", { description: "A JSON body is required." });
  }
  const { data, faults } = read(schema, rawBody);
  if (!faults) {
    if (data) endpoint.checkBody?.(ctx, data);
    return data;
  }
  const more = await endpoint.referenceFaults?.(ctx, soundFields(schema, rawBody), target.params);
  throw invalid([...faults, ...(more ?? [])]);
}
