import { ApiError, invalid } from "@/server/kernel/errors";
import { openPosition, type Position } from "@/server/kernel/page-token";
import { decodeId } from "@/server/kernel/schema";
import type { Endpoint } from "@/server/transport/endpoint";
import { readJsonObject } from "@/server/transport/read-body";
import { queryRecord, read, soundFields, validate } from "@/server/transport/validate";
import { type Answer, ctxOf, type Exchange, endpointOf, inputOf, type V2Step } from "../exchange";
import { pageScope } from "../page-scope";

export const defaultMaximumBytes = 256 * 1024;

/** Path ids, query, page token and body, in this order; the verb gets parsed values only. */
export const readInput: V2Step = (x, next) => {
  const endpoint = endpointOf(x);
  const params = idsOf(endpoint, x.rawParams ?? {});
  x.query = endpoint.query ? queryRecord(x.search, knownNames(endpoint.query)) : {};
  const query = endpoint.query ? validate(endpoint.query, x.query) : undefined;
  const after = positionOf(x);
  x.input = { params, query, body: undefined, after };
  return endpoint.body ? withBody(x, endpoint, next) : next();
};

async function withBody(x: Exchange, endpoint: Endpoint, next: () => Promise<Answer>): Promise<Answer> {
  const body = await bodyOf(x, endpoint);
  x.input = { ...inputOf(x), body };
  return next();
}

const namesByQuery = new WeakMap<object, ReadonlySet<string>>();

function knownNames(query: NonNullable<Endpoint["query"]>): ReadonlySet<string> {
  const names = namesByQuery.get(query) ?? new Set(Object.keys(query.shape));
  namesByQuery.set(query, names);
  return names;
}

/** @throws ApiError not found: a malformed id names nothing. */
function idsOf(endpoint: Endpoint, raw: Record<string, string>): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const [name, kind] of Object.entries(endpoint.params ?? {})) {
    const id = decodeId(kind, raw[name] ?? "");
    if (id === null) throw new ApiError(endpoint.notFound ?? "RESOURCE_NOT_FOUND");
    ids[name] = id;
  }
  return ids;
}

function positionOf(x: Exchange): Position | null {
  const token = x.query?.nextToken;
  if (endpointOf(x).list !== "paged" || token === undefined) return null;
  return openPosition(pageScope(x), token, x.services.clock());
}

async function bodyOf(x: Exchange, endpoint: Endpoint): Promise<unknown> {
  const sent = await readJsonObject(x.request, endpoint.maximumBodyBytes ?? defaultMaximumBytes);
  const value = sent?.value;
  x.rawBody = value;
  x.bodyText = sent?.text;
  if (!endpoint.body) return undefined;
  if (value === undefined && !endpoint.body.safeParse(undefined).success) {
    if (x.request.headers.has("content-type")) throw new ApiError("INVALID_REQUEST_BODY");
    throw new ApiError("INVALID_REQUEST_BODY", { description: "A JSON body is required." });
  }
  const { data, faults } = read(endpoint.body, value);
  if (!faults) {
    if (data) endpoint.checkBody?.(ctxOf(x), data);
    return data;
  }
  const sound = soundFields(endpoint.body, value);
  const more = await endpoint.referenceFaults?.(ctxOf(x), sound, inputOf(x).params);
  throw invalid([...faults, ...(more ?? [])]);
}
