import {
  createLoader,
  parseAsBoolean,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { deliveryStatuses, eventTypes, testEvent } from "@/drizzle/schema/values";
import type { ResponseClass } from "@/server/modules/webhooks/schema";

/** Written out: the schema would bring its library into the browser. */
const isResponseClass: Record<ResponseClass, true> = {
  "2xx": true,
  "3xx": true,
  "4xx": true,
  "5xx": true,
  none: true,
};
export const responseClasses = Object.keys(isResponseClass) as ResponseClass[];

/** What the address holds: a filtered view can be pasted to a colleague. */
export const deliveryFilterParsers = {
  status: parseAsStringLiteral(deliveryStatuses),
  event: parseAsStringLiteral([...eventTypes, testEvent]),
  response: parseAsStringLiteral(responseClasses),
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
  q: parseAsString.withDefault(""),
  /** The last delivery of the page before. */
  cursor: parseAsString,
};

/** Kept beside the filter: which delivery is open, and whether new ones are asked for. Changing them asks the server for nothing. */
export const deliveryViewParsers = {
  delivery: parseAsString,
  live: parseAsBoolean.withDefault(false),
};

export const loadDeliveryFilter = createLoader(deliveryFilterParsers);
export type DeliveryFilter = Awaited<ReturnType<typeof loadDeliveryFilter>>;

/** What the log is asked for. */
export function deliveryQuery(webhookId: string, filter: DeliveryFilter) {
  const { status, event, response, from, to, q, cursor } = filter;
  const search = q.trim().slice(0, 100);
  return {
    webhookId,
    ...(status && { statuses: [status] }),
    ...(event && { eventTypes: [event] }),
    ...(response && { responseClass: response }),
    ...(from && { from }),
    ...(to && { to }),
    ...(search && { search }),
    ...(cursor && { cursor }),
  };
}

/** Whether the list is narrowed, apart from where it begins. */
export const isFiltered = ({ status, event, response, from, to, q }: DeliveryFilter): boolean =>
  Boolean(status || event || response || from || to || q.trim());
