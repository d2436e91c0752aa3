import type { Ctx } from "@/server/access/ctx";
import { compareNames } from "@/server/kernel/text/folding";
import { requireNoneOverdrawn } from "@/server/modules/leave/balances/require-none-overdrawn";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { findTouched, markNow } from "@/server/modules/leave/leave-types/find-touched";
import { tellRecounts } from "@/server/modules/leave/mail/tell-recounts";
import type { Recount, Recounts } from "@/server/modules/leave/requests/find-recounts";
import { recountLeaves } from "@/server/modules/leave/requests/recount-leaves";
import { findNames } from "@/server/modules/people/people/find-names";
import {
  findHolidayEffect,
  findPeopleOnHolidays,
  type HolidayChange,
  type HolidayFact,
  lockEffect,
} from "./find-holiday-effect";

/** Leave written at once: some milliseconds of work. */
const leavesAtOnce = 200;

/**
 * Recounts the open and approved leave on the days of a change of public holidays, and writes each person one mail, in the transaction of
 * the change, before it is written (decision 15.1). Bookings must not wait while thousands of leaves are counted: everyone is judged without
 * a lock, then locked, and only people with changes meanwhile are judged again. The caller holds `lockRules`, which orders changes of
 * holidays.
 * @returns the recounted leave
 * @throws ApiError LEAVE_NEGATIVE_BALANCE, which names those with the largest shortfall
 */
export async function recountForHolidays(tx: Ctx, change: HolidayChange): Promise<Recount[]> {
  if (change.removes.length + change.adds.length === 0) return [];
  const mark = await markNow(tx);
  const seen = await findPeopleOnHolidays(tx, change);
  const effect = await findHolidayEffect(tx, change, seen, "", (done) =>
    tx.report?.({ done, total: seen.length }),
  );
  await refuseUncovered(tx, effect);
  await lockEffect(tx, change, seen, effect);
  const touched = await findTouched(tx, mark);
  const now = await findPeopleOnHolidays(tx, change);
  const anew = now.filter((id) => touched.has(id) || !seen.includes(id));
  if (anew.length > 0) await lockEffect(tx, change, anew, nothing);
  const again = await findHolidayEffect(tx, change, anew, "lock");
  await refuseUncovered(tx, again);
  const stays = ({ leave }: Recount) => !touched.has(leave.userId);
  const recounts = [...effect.recounts.filter(stays), ...again.recounts];
  const all = [...recounts, ...effect.shifted.filter(stays), ...again.shifted];
  for (let at = 0; at < all.length; at += leavesAtOnce)
    await recountLeaves(tx, all.slice(at, at + leavesAtOnce), causeOf(change));
  await tellRecounts(tx, recounts, causeOf(change));
  return recounts;
}

const nothing: Recounts = { recounts: [], shifted: [], uncovered: [] };

/** The names of the changed holidays on the days of a leave. */
const causeOf =
  ({ removes, adds }: HolidayChange) =>
  ({ leave }: Recount): string => {
    const isOnIt = ({ locationId, date }: HolidayFact) =>
      locationId === leave.locationId && date >= leave.startDate && date <= leave.endDate;
    return [...new Set([...removes, ...adds].filter(isOnIt).map(({ name }) => name))].join(", ");
  };

/** People whose leave a change of holidays would leave uncovered, most missing days first. */
export async function overdrawnBy(ctx: Ctx, { uncovered }: Recounts) {
  const names = await findNames(
    ctx,
    uncovered.map(({ userId }) => userId),
  );
  return uncovered
    .map(({ userId, leaveTypeId, missing }) => ({
      ...{ userId, leaveTypeId, name: names.get(userId) ?? "", missingDays: toDays(missing) },
    }))
    .sort((a, b) => b.missingDays - a.missingDays || compareNames(a.name, b.name));
}

async function refuseUncovered(ctx: Ctx, effect: Recounts): Promise<void> {
  if (effect.uncovered.length > 0) requireNoneOverdrawn(await overdrawnBy(ctx, effect));
}
