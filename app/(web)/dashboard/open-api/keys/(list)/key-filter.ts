import { parseAsString, parseAsStringLiteral } from "nuqs";
import type { KeyListed } from "@/app/(web)/dashboard/open-api/keys/(list)/listed-keys";

export const keyStatuses = ["current", "active", "unused", "expiring", "expired", "revoked"] as const;
type Status = (typeof keyStatuses)[number];

export const sorts = ["name", "-name", "used", "-used", "month", "-month", "created", "-created"] as const;
export type Sort = (typeof sorts)[number];

/** What the address holds: a filtered view can be pasted to a colleague. */
export const keyFilterParsers = {
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(keyStatuses).withDefault("current"),
  sort: parseAsStringLiteral(sorts).withDefault("-created"),
};
export interface KeyFilter {
  q: string;
  status: Status;
  sort: Sort;
}

const hasStatus: Record<Status, (view: KeyListed) => boolean> = {
  current: ({ state }) => state !== "revoked",
  active: ({ state }) => state === "active",
  unused: ({ isUnused }) => isUnused,
  expiring: ({ isExpiring }) => isExpiring,
  expired: ({ state }) => state === "expired",
  revoked: ({ state }) => state === "revoked",
};

const compare: Record<string, (a: KeyListed, b: KeyListed, locale: string) => number> = {
  name: (a, b, locale) => a.name.localeCompare(b.name, locale),
  used: (a, b) => (a.lastUsedAt?.getTime() ?? 0) - (b.lastUsedAt?.getTime() ?? 0),
  month: (a, b) => a.requestsThisMonth - b.requestsThisMonth,
  created: (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
};

/** The rows that match, in the order of the filter; names as `locale` sorts them. */
export function filtered(
  keys: readonly KeyListed[],
  { q, status, sort }: KeyFilter,
  locale: string,
): KeyListed[] {
  const wanted = q.trim().toLowerCase();
  const by = compare[sort.replace("-", "")] ?? (() => 0);
  const sign = sort.startsWith("-") ? -1 : 1;
  return keys
    .filter(hasStatus[status])
    .filter((view) =>
      `${view.name} ${view.masked} ${view.ownerName} ${view.scopes.join(" ")}`.toLowerCase().includes(wanted),
    )
    .sort((a, b) => sign * by(a, b, locale));
}
