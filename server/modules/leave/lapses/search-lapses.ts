import type { Ctx } from "@/server/access/ctx";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { pageOf } from "@/server/kernel/database/page-token";
import { groupBy } from "@/server/kernel/group-by";
import { readSort } from "@/server/kernel/list-sorts";
import { type LapseFilter, largestSum } from "./schema";
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
  /** The days of each leave type, whatever type is shown. */
  sums: TypeSum[];
  /** The type that is shown; all of them when absent. */
  leaveType: string | undefined;
}

/** The days of a leave type that lapse. */
export interface TypeSum extends Pick<LapseOfPerson, "leaveTypeId" | "leaveTypeName" | "leaveTypeColor"> {
  /** In thousandths of a day. */
  amount: number;
  peopleCount: number;
}

/**
 * A page of who loses what by when, or who lost what, of the people whom the caller manages. What lapses is computed from their leave, so
 * all of them are computed for each page.
 * @throws ApiError FORBIDDEN
 */
export async function searchLapses(
  ctx: Ctx,
  { sort, leaveType: wanted, ...filter }: LapseFilter,
  { limit, after }: PageStart,
): Promise<FoundLapses> {
  requireLead(ctx);
  const { lapses: ofEach } = await findSelected(ctx, { filter });
  const sums = sumsOf(ofEach);
  const leaveType = wanted === largestSum ? sums[0]?.leaveTypeId : wanted;
  const lapses = ofEach.filter((lapse) => (leaveType ?? lapse.leaveTypeId) === lapse.leaveTypeId);
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
  const all = isNone ? await countAny(ctx, filter.within) : 0;
  return {
    items: items.map((lapse) => ({ ...lapse, notice: notices.get(keyOfLapse(lapse)) ?? null })),
    next,
    excluded: all,
    count: lapses.length,
    peopleCount: countPeople(lapses),
    sums,
    leaveType,
  };
}

const countPeople = (lapses: readonly LapseOfPerson[]) =>
  new Set(lapses.map(({ employee }) => employee.id)).size;

/** The type with the most days first. */
const sumsOf = (lapses: readonly LapseOfPerson[]): TypeSum[] =>
  [...groupBy(lapses, ({ leaveTypeId }) => leaveTypeId).values()]
    .flatMap((ofType) => {
      const [first] = ofType;
      if (!first) return [];
      const { leaveTypeId, leaveTypeName, leaveTypeColor } = first;
      const amount = ofType.reduce((sum, one) => sum + one.amount, 0);
      return [{ leaveTypeId, leaveTypeName, leaveTypeColor, amount, peopleCount: countPeople(ofType) }];
    })
    .sort((a, b) => b.amount - a.amount || names.compare(a.leaveTypeName, b.leaveTypeName));

/** The number of lines on the same side of today, whatever the filter: computed once, since it looks at everyone. */
async function countAny(ctx: Ctx, within: LapseFilter["within"]): Promise<number> {
  const furthest = Number(within) < 0 ? "-730" : "365";
  return (await findSelected(ctx, { filter: { q: "", within: furthest } })).lapses.length;
}

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
