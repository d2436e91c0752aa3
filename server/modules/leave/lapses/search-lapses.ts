import type { Ctx } from "@/server/access/ctx";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { pageOf } from "@/server/kernel/database/page-token";
import { readSort } from "@/server/kernel/list-sorts";
import type { LapseFilter } from "./schema";
import { findNotices, findSelected, type LapseOfPerson, type LatestNotice, requireLead } from "./store";
import { keyOfLapse } from "./write-notices";

/** A row of the list: days that lapse, and the latest notice of them. */
export interface ListedLapse extends LapseOfPerson {
  notice: LatestNotice | null;
}

interface FoundLapses extends Listed<ListedLapse> {
  /** The rows of all pages, and their people. */
  count: number;
  peopleCount: number;
}

/**
 * A page of who loses what by when, of the people whom the caller manages. What lapses is computed from their leave, so all of them are
 * computed for each page.
 * @throws ApiError FORBIDDEN
 */
export async function searchLapses(
  ctx: Ctx,
  { sort, ...filter }: LapseFilter,
  { limit, after }: PageStart,
): Promise<FoundLapses> {
  requireLead(ctx);
  const { lapses } = await findSelected(ctx, { filter });
  const { column, isReversed } = readSort(sort);
  const compare = orders[column as keyof typeof orders];
  const ordered = [...lapses].sort((a, b) => (isReversed ? compare(b, a) : compare(a, b)));
  // Its place in the order tells where a page begins; the row itself may have gone since.
  const from = after === null ? 0 : placeAfter(ordered, after);
  const shown = ordered.slice(from, from + limit + 1);
  const { items, next } = pageOf(shown, limit, (lapse) => ({
    key: String(ordered.indexOf(lapse)),
    id: keyOfLapse(lapse),
  }));
  const notices = await findNotices(ctx, items);
  const isNone = lapses.length === 0 && after === null;
  const all = isNone ? (await findSelected(ctx, { filter: everything })).lapses.length : 0;
  return {
    items: items.map((lapse) => ({ ...lapse, notice: notices.get(keyOfLapse(lapse)) ?? null })),
    next,
    excluded: all,
    count: lapses.length,
    peopleCount: new Set(lapses.map(({ employee }) => employee.id)).size,
  };
}

const everything = { q: "", within: "365" } as const;

/** After the row of a position; where that has gone, at its place. */
function placeAfter(ordered: readonly LapseOfPerson[], { key, id }: { key: string; id: string }): number {
  const place = ordered.findIndex((lapse) => keyOfLapse(lapse) === id);
  return place < 0 ? Number(key) : place + 1;
}

const names = new Intl.Collator("und");
const byKey = (a: LapseOfPerson, b: LapseOfPerson) => (keyOfLapse(a) < keyOfLapse(b) ? -1 : 1);
const byName = (a: LapseOfPerson, b: LapseOfPerson) => names.compare(a.userName, b.userName);

const orders = {
  day: (a: LapseOfPerson, b: LapseOfPerson) => a.day - b.day || byName(a, b) || byKey(a, b),
  name: (a: LapseOfPerson, b: LapseOfPerson) => byName(a, b) || a.day - b.day || byKey(a, b),
  days: (a: LapseOfPerson, b: LapseOfPerson) => a.amount - b.amount || a.day - b.day || byKey(a, b),
};
