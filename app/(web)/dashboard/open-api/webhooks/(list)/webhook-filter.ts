import { parseAsString, parseAsStringLiteral } from "nuqs";
import { isFailing } from "@/app/(web)/dashboard/open-api/webhooks/is-failing";
import type { WebhookListed } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";

export const listStatuses = ["current", "active", "failing", "paused", "revoked"] as const;
type Status = (typeof listStatuses)[number];

/** What the address holds. */
export const webhookFilterParsers = {
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(listStatuses).withDefault("current"),
};
export interface WebhookFilter {
  q: string;
  status: Status;
}

const hasStatus: Record<Status, (webhook: WebhookListed) => boolean> = {
  current: ({ status }) => status !== "revoked",
  active: ({ status }) => status === "active",
  failing: isFailing,
  paused: ({ status }) => status === "paused",
  revoked: ({ status }) => status === "revoked",
};

/** The rows that match, newest first. */
export function filtered(webhooks: readonly WebhookListed[], { q, status }: WebhookFilter): WebhookListed[] {
  const wanted = q.trim().toLowerCase();
  const textOf = ({ url, description, events, stats }: WebhookListed) =>
    [url, description ?? "", stats?.ownerName ?? "", ...events].join(" ").toLowerCase();
  return webhooks.filter(hasStatus[status]).filter((webhook) => textOf(webhook).includes(wanted));
}
