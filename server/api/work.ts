import { ApiError } from "@/server/kernel/errors";
import { type Page, sealPosition } from "@/server/kernel/page-token";
import { readWithinMs, withPatience } from "@/server/kernel/patience";
import type { Endpoint } from "@/server/transport/endpoint";
import { Router } from "@/server/transport/match";
import { type Answer, json } from "@/server/transport/pipeline";
import { v2Endpoints } from "./endpoints";
import { ctxOf, type Exchange, endpointOf, inputOf } from "./exchange";
import { pageScope } from "./page-scope";

export const router = new Router<Endpoint>(v2Endpoints);

/** What the endpoint asks before its transaction. */
export async function check(x: Exchange): Promise<void> {
  x.checked = await endpointOf(x).check?.(ctxOf(x), inputOf(x));
}

/** The verb, its result in the wire's shape, and the envelope. */
export async function work(x: Exchange): Promise<Answer> {
  const endpoint = endpointOf(x);
  if (endpoint.document) return { status: 200, headers: {}, body: endpoint.document(x.services) };
  // The stored answer that spared the check has ended in this moment.
  if (endpoint.check && x.checked === undefined) throw new ApiError("IDEMPOTENCY_REQUEST_IN_PROGRESS");
  const input = { ...inputOf(x), checked: x.checked };
  const doing = endpoint.call(ctxOf(x), input);
  // How long a write may take is for its step to decide.
  const result = endpoint.write ? await doing : await withPatience(doing, readWithinMs);
  const status = endpoint.status ?? 200;
  if (status === 204) return { status, headers: {}, body: null };
  const shape = (value: unknown) => (endpoint.present ? endpoint.present(value, input) : value);
  if (!endpoint.list) return json(status, { data: shape(result) });
  const page = result as Page<unknown>;
  const data = page.items.map(shape);
  if (!page.next || endpoint.list === "whole") return json(status, { data });
  return json(status, { data, nextToken: sealPosition(pageScope(x), page.next, x.services.clock()) });
}
