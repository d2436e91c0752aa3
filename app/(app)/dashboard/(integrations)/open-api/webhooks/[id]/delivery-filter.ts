import {
  createLoader,
  parseAsBoolean,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { deliveryStatuses, eventTypes, testEvent } from "@/drizzle/schema/values";
import type { ResponseClass } from "@/server/modules/integrations/webhooks/schema";

/** Written out: the schema would pull its library into the browser bundle. */
const isResponseClass: Record<ResponseClass, true> = {
  "2xx": true,
  "3xx": true,
  "4xx": true,
  "5xx": true,
  none: true,
};
export const responseClasses = Object.keys(isResponseClass) as ResponseClass[];

/** The URL parameters: a filtered view can be shared by link. */
export const deliveryFilterParsers = {
  status: parseAsStringLiteral(deliveryStatuses),
  event: parseAsStringLiteral([...eventTypes, testEvent]),
  response: parseAsStringLiteral(responseClasses),
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
  q: parseAsString.withDefault(""),
  /** Cursor: the last delivery of the previous page. */
  cursor: parseAsString,
};

/** Beside the filter: the open delivery, and the live mode. A change of these does not reload from the server. */
export const deliveryViewParsers = {
  delivery: parseAsString,
  live: parseAsBoolean.withDefault(false),
};

export const loadDeliveryFilter = createLoader(deliveryFilterParsers);
export type DeliveryFilter = Awaited<ReturnType<typeof loadDeliveryFilter>>;

/** The query for the log. */
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

/** Whether any filter is set, apart from the cursor. */
export const isFiltered = ({ status, event, response, from, to, q }: DeliveryFilter): boolean =>
  Boolean(status || event || response || from || to || q.trim());
