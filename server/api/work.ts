import { type Page, sealPosition } from "@/server/kernel/page-token";
import type { Endpoint } from "@/server/transport/endpoint";
import { Router } from "@/server/transport/match";
import { type Answer, json } from "@/server/transport/pipeline";
import { v2Endpoints } from "./endpoints";
import { ctxOf, type Exchange, endpointOf, inputOf } from "./exchange";
import { pageScope } from "./page-scope";

export const router = new Router<Endpoint>(v2Endpoints);

/** The verb, its result in the wire's shape, and the envelope. */
export async function work(x: Exchange): Promise<Answer> {
  const endpoint = endpointOf(x);
  if (endpoint.document) return { status: 200, headers: {}, body: endpoint.document(x.services) };
  const input = inputOf(x);
  const result = await endpoint.call(ctxOf(x), input);
  const status = endpoint.status ?? 200;
  if (status === 204) return { status, headers: {}, body: null };
  const shape = (value: unknown) => (endpoint.present ? endpoint.present(value, input) : value);
  if (!endpoint.list) return json(status, { data: shape(result) });
  const page = result as Page<unknown>;
  const data = page.items.map(shape);
  if (!page.next || endpoint.list === "whole") return json(status, { data });
  return json(status, { data, nextToken: sealPosition(pageScope(x), page.next, x.services.clock()) });
}
