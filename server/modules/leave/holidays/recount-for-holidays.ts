import { sql } from "drizzle-orm";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { type Ctx, inSavepoint } from "@/server/access/ctx";
import { findReached } from "@/server/access/find-reached";
import { statement } from "@/server/kernel/database/db";
import { inPieces } from "@/server/kernel/http/in-pieces";
import { compareNames } from "@/server/kernel/text/folding";
import { touchesDays } from "@/server/kernel/time/date-range";
import { lockRules } from "@/server/modules/leave/balances/lock-rules";
import { requireNoneOverdrawn } from "@/server/modules/leave/balances/require-none-overdrawn";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { findTouched, markNow } from "@/server/modules/leave/leave-types/find-touched";
import { notifyRecounts } from "@/server/modules/leave/mail/notify-recounts";
import type { Recount, Recounts } from "@/server/modules/leave/requests/find-recounts";
import { recordRecounts, storeRecounts } from "@/server/modules/leave/requests/recount-leaves";
import { findNames } from "@/server/modules/people/people/find-names";
import {
  findHolidayEffect,
  findPeopleOnHolidays,
  type HolidayChange,
  type HolidayFact,
  lockLeave,
  lockPeople,
} from "./find-holiday-effect";

/** So few people are locked while their leave is counted: some milliseconds. */
export const fewPeople = 25;

/** Leave recorded at once: some milliseconds of work. */
const leavesAtOnce = 100;

/** Leave whose counts one statement writes. */
const storedAtOnce = 2000;

/** Maximum number of times that people with changes meanwhile are judged again without a lock. */
const maxLooks = 5;

/** Tries to judge everyone without a lock. After them everyone is locked first. */
const triesWithoutLock = 3;

/** What was judged without a lock no longer holds. */
class Moved extends Error {}

/** Reads and validates the change; called again under the lock of rules. @throws ApiError */
type Plan = (tx: Ctx) => Promise<HolidayChange>;

/**
 * Recounts the open and approved leave on the days of a change of public holidays, and writes each person one mail, in the transaction of
 * the change, before it is written (decision 15.5). Bookings must not wait while thousands of leaves are counted: everyone is judged, and
 * history, events and mails are written, without a lock. Then the rules and the people are locked for a moment, in which only the counts are
 * written. Where anyone's leave has changed meanwhile so that another count is due, all starts again.
 * @returns the change, as it is to be written now, under `lockRules`
 * @throws ApiError of `plan`; LEAVE_NEGATIVE_BALANCE, which names those with the largest shortfall
 */
export async function recountForHolidays(tx: Ctx, plan: Plan): Promise<HolidayChange> {
  const few = (await findPeopleOnHolidays(tx, await plan(tx))).length <= fewPeople;
  for (let tries = few ? triesWithoutLock : 0; tries < triesWithoutLock; tries++) {
    try {
      return await inSavepoint(tx, (part) => recountUnlocked(part, plan));
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
    }
  }
  return recountLocked(tx, plan);
}

async function recountLocked(tx: Ctx, plan: Plan): Promise<HolidayChange> {
  await lockRules(tx);
  const change = await plan(tx);
  await lockPeople(tx, change, await findPeopleOnHolidays(tx, change));
  // Leave that was booked while the lock was waited for.
  const people = await findPeopleOnHolidays(tx, change);
  await lockPeople(tx, change, people);
  const effect = await judge(tx, change, people, "lock");
  await record(tx, change, effect);
  await store(tx, effect);
  return change;
}

async function recountUnlocked(tx: Ctx, plan: Plan): Promise<HolidayChange> {
  let mark = await markNow(tx);
  const rules = await rulesOf(tx);
  const change = await plan(tx);
  const people = await findPeopleOnHolidays(tx, change);
  const effect = await judge(tx, change, people);
  await record(tx, change, effect);
  const known = new Set(people);
  const anew = async () => {
    const [touched, now] = [await findTouched(tx, mark, "recounts"), await findPeopleOnHolidays(tx, change)];
    return [...new Set([...people, ...now])].filter((id) => touched.has(id) || !known.has(id));
  };
  // Those with changes meanwhile are few enough in the end to be judged under the lock.
  for (let looks = 0; looks < maxLooks; looks++) {
    const next = await markNow(tx);
    const some = await anew();
    if (some.length <= fewPeople) break;
    await requireSame(tx, change, effect, some);
    mark = next;
  }
  await lockRules(tx);
  if ((await rulesOf(tx)) !== rules || JSON.stringify(await plan(tx)) !== JSON.stringify(change))
    throw new Moved();
  await lockPeople(tx, change, people);
  await lockLeave(tx, effect);
  await requireSame(tx, change, effect, await anew(), "lock");
  await store(tx, effect);
  return change;
}

async function judge(
  tx: Ctx,
  change: HolidayChange,
  people: readonly string[],
  lock: "lock" | "" = "",
): Promise<Recounts> {
  const effect = await findHolidayEffect(tx, change, people, lock, (done) =>
    tx.report?.({ done, total: people.length }),
  );
  if (effect.uncovered.length > 0) requireNoneOverdrawn(await overdrawnBy(tx, effect));
  return effect;
}

async function record(tx: Ctx, change: HolidayChange, { recounts }: Recounts): Promise<void> {
  const cause = causeOf(change);
  await inPieces(recounts, leavesAtOnce, (some) =>
    recordRecounts(tx, some, (one) => ({ cause: cause(one) })),
  );
  await notifyRecounts(tx, recounts, cause);
}

async function store(tx: Ctx, { recounts, shifted }: Recounts): Promise<void> {
  const all = [...recounts, ...shifted];
  for (let at = 0; at < all.length; at += storedAtOnce)
    await storeRecounts(tx, all.slice(at, at + storedAtOnce));
}

/** Judges some people again. @throws Moved where the result differs */
async function requireSame(
  tx: Ctx,
  change: HolidayChange,
  effect: Recounts,
  people: readonly string[],
  lock: "lock" | "" = "",
): Promise<void> {
  if (people.length === 0) return;
  const those = new Set(people);
  const again = await findHolidayEffect(tx, change, people, lock);
  const texts = ({ recounts, shifted }: Recounts) =>
    [...recounts, ...shifted]
      .filter(({ leave }) => those.has(leave.userId))
      .map(({ leave, before, after, days }) => JSON.stringify([leave.id, leave.version, before, after, days]))
      .sort()
      .join();
  if (again.uncovered.length > 0 || texts(again) !== texts(effect)) throw new Moved();
}

const own = sql`${sql.placeholder("workspaceId")}::uuid`;
const read = statement<{ rules: string }>(sql`
  select md5(concat(
    (select string_agg(row::text, ',' order by row.id) from ${locations} row where row.workspace_id = ${own}),
    (select string_agg(row::text, ',' order by row.location_id, row.leave_type_id) from ${leavePolicies} row where row.workspace_id = ${own}),
    (select string_agg(row::text, ',' order by row.id) from ${holidays} row where row.workspace_id = ${own})
  )) as rules`);

/** A digest of what the workspace's leave is counted and covered by, beside its people. */
async function rulesOf(tx: Ctx): Promise<string> {
  const [row] = await read(tx.db, { workspaceId: tx.actor.workspaceId });
  return row?.rules ?? "";
}

/** The names of the changed holidays on the days of a leave. */
const causeOf =
  ({ removes, adds }: HolidayChange) =>
  ({ leave }: Recount): string => {
    const isOnIt = ({ locationId, date }: HolidayFact) =>
      locationId === leave.locationId && touchesDays(leave, date, date);
    const here = [...removes, ...adds].filter(isOnIt);
    // A count mode may count days after the leave.
    const named = here.length > 0 ? here : [...removes, ...adds];
    return [...new Set(named.map(({ name }) => name))].join(", ");
  };

/** People whose leave a change of holidays would leave uncovered, most missing days first. Beyond the caller's reach they have no name. */
export async function overdrawnBy(ctx: Ctx, { uncovered }: Recounts) {
  const ids = uncovered.map(({ userId }) => userId);
  const [names, reached] = [await findNames(ctx, ids), await findReached(ctx, ids)];
  return uncovered
    .map(({ userId, leaveTypeId, missing }) => ({
      ...{ userId, leaveTypeId, missingDays: toDays(missing) },
      name: reached.has(userId) ? (names.get(userId) ?? "") : null,
    }))
    .sort((a, b) => b.missingDays - a.missingDays || compareNames(a.name ?? "", b.name ?? ""));
}
