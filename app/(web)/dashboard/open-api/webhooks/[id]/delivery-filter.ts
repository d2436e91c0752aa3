import { createLoader, parseAsIsoDateTime, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type DeliveryStatus, deliveryStatuses, eventTypes, testEvent } from "@/drizzle/schema/values";
import { responseClasses } from "@/server/modules/webhooks/schema";

export const statusLabels: Record<DeliveryStatus, string> = {
  succeeded: "Delivered",
  pending: "Sending or retrying",
  failed: "Failed",
  held: "Held",
  cancelled: "Cancelled",
};

export const statusChoices = [
  { value: "", label: "Every status" },
  ...(["succeeded", "pending", "failed", "held", "cancelled"] as const).map((value) => ({
    value,
    label: statusLabels[value],
  })),
];
export const eventChoices = [
  { value: "", label: "Every event" },
  ...[...eventTypes, testEvent].map((value) => ({ value, label: value })),
];
export const responseChoices = [
  { value: "", label: "Every response" },
  ...responseClasses.map((value) => ({ value, label: value === "none" ? "No response" : value })),
];

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
