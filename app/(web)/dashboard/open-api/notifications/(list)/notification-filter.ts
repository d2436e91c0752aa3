import { parseAsString, parseAsStringLiteral } from "nuqs";
import type { NotificationListed } from "@/app/(web)/dashboard/open-api/notifications/notification-views";

export const kindChoices = ["all", "daily", "weekly", "birthday"] as const;
export const stateChoices = ["all", "enabled", "paused"] as const;

/** What the address holds. */
export const notificationFilterParsers = {
  q: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(kindChoices).withDefault("all"),
  state: parseAsStringLiteral(stateChoices).withDefault("all"),
};
export interface NotificationFilter {
  q: string;
  kind: (typeof kindChoices)[number];
  state: (typeof stateChoices)[number];
}

const textOf = ({ name, ownerName, timezone, destinations }: NotificationListed): string =>
  [
    name,
    ownerName,
    timezone,
    ...destinations.flatMap(({ platform, addresses, channelName }) => [
      platform,
      channelName ?? "",
      ...addresses,
    ]),
  ]
    .join(" ")
    .toLowerCase();

/** The rows that match, oldest first. */
export function filtered(
  list: readonly NotificationListed[],
  { q, kind, state }: NotificationFilter,
): NotificationListed[] {
  const wanted = q.trim().toLowerCase();
  return list.filter(
    (one) =>
      (kind === "all" || one.frequency.toLowerCase() === kind) &&
      (state === "all" || one.enabled === (state === "enabled")) &&
      textOf(one).includes(wanted),
  );
}
