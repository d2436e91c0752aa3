import { and, eq } from "drizzle-orm";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { locations } from "@/drizzle/schema/directory";
import { balanceAdjustments, leaves } from "@/drizzle/schema/leaves";
import {
  type Accrual,
  accruals,
  type QuotaReset,
  quotaResets,
  type Rollover,
  type RolloverExpiry,
  rollovers,
} from "@/drizzle/schema/values";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { readBalances } from "@/server/modules/leave/balances/read";
import { emptyDatabase } from "./database";
import type { TestWorkspace } from "./factories";
import { withLaterColumns } from "./later-columns";
import { as, makeLeaveWorkspace, makePerson, setPolicy } from "./leave-kit";
import { standingClock, testServices } from "./services";

/** The last migration before policies said how the first year earns, what is rounded, and when carried days expire. */
const before = "0073_certificates_of_leave";

interface Place {
  quotaReset: QuotaReset;
  yearStart: string;
  rolloverExpiry: RolloverExpiry | null;
}
interface Rules {
  yearlyQuota: number;
  accrual: Accrual;
  rollover: Rollover;
  rolloverMaximum: number | null;
  beginsOn: string | null;
  typeBeginsOn: string | null;
}
interface Given {
  kind: "OPENING" | "ADJUSTMENT" | "QUOTA";
  days: number;
  day: DayNumber;
}
/** One balance, with all that decided it in the version before. */
interface Case {
  workspace: TestWorkspace;
  userId: string;
  leaveTypeId: string;
  place: Place;
  rules: Rules;
  employed: { start: DayNumber | null; end: DayNumber | null };
  given: Given[];
  /** What open and approved leave takes of each day, in parts of `wholeDay`. */
  taken: { day: DayNumber; amount: bigint }[];
}

let seed = 20_261_129;
const random = (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
const upTo = (most: number): number => Math.floor(random() * (most + 1));
const pick = <T>(from: readonly T[]): T => from[upTo(from.length - 1)] as T;
const someDay = (from: string, to: string): DayNumber =>
  dayNumber(from) + upTo(dayNumber(to) - dayNumber(from));
/** No month lacks it. */
const employmentDay = (from: string, to: string): string => {
  const text = dayText(someDay(from, to));
  return Number(text.slice(8)) > 28 ? `${text.slice(0, 8)}28` : text;
};

const clock = standingClock();
let sql: Sql;
let services: Services;
let cases: Case[];

const placeOf = (): Place => ({
  quotaReset: pick(quotaResets),
  yearStart: pick(["01-01", "04-01", "07-15"]),
  rolloverExpiry: pick([
    null,
    { type: "DATE", monthDay: "03-31" },
    { type: "DATE", monthDay: "12-31" },
    { type: "DAYS_AFTER_RESET", days: 90 },
  ]),
});

function rulesOf(): Rules {
  const rollover = pick(rollovers);
  const isRecent = random() < 0.3;
  return {
    ...{ yearlyQuota: pick([25, 30, 20.5, 24.333]), accrual: pick(accruals), rollover },
    rolloverMaximum: rollover === "LIMITED" ? pick([5, 2.5, 10]) : null,
    beginsOn: isRecent ? "2024-03-15" : null,
    typeBeginsOn: isRecent ? "2023-02-01" : null,
  };
}

const givenOf = (): Given[] =>
  (["OPENING", "ADJUSTMENT", "ADJUSTMENT", "QUOTA"] as const)
    .filter((kind) => random() < (kind === "OPENING" ? 0.3 : 0.5))
    .map((kind) => ({
      kind,
      days:
        kind === "QUOTA" ? pick([22, 28.5]) : (kind === "OPENING" ? 1 : pick([1, -1])) * (upTo(4000) / 1000),
      day: someDay("2023-01-01", "2027-06-30"),
    }))
    .sort((a, b) => a.day - b.day);

/** Leave with the counts of its days: of whole days also halves, by hours also parts that are no thousandths, and days that are not worked. */
function leaveOf(one: Omit<Case, "taken">, departmentId: string, locationId: string) {
  const start = someDay("2023-01-01", "2027-12-31");
  const isFullDayLeave = random() < 0.6;
  const amounts = isFullDayLeave ? [1, 1, 1, 0, 1 / 2] : [1 / 2, 1 / 3, 3 / 7, 0];
  const counts = Array.from({ length: 1 + upTo(9) }, () => pick(amounts) * wholeDay);
  const total = counts.reduce((sum, count) => sum + count, 0) / wholeDay;
  return {
    ...{ workspaceId: one.workspace.id, id: newId(), userId: one.userId, leaveTypeId: one.leaveTypeId },
    ...{ locationId, departmentId, startDate: dayText(start), endDate: dayText(start + counts.length - 1) },
    ...{ durationCalendarDays: counts.length, durationWorkingDays: Math.round(total * 1000) / 1000 },
    ...{ dayCounts: { start, counts }, createdAt: clock(), updatedAt: clock() },
    ...{ isFullDayLeave, startHour: isFullDayLeave ? 0 : 9, endHour: isFullDayLeave ? 0 : 12 },
    status: pick(["APPROVED", "APPROVED", "OPEN", "CANCELLED", "DENIED"] as const),
  };
}

async function fillPerson(
  workspace: TestWorkspace,
  locationId: string,
  place: Place,
  rules: Map<string, Rules>,
) {
  const start = random() < 0.85 ? employmentDay("2020-01-01", "2025-12-31") : null;
  const end = random() < 0.3 ? employmentDay("2026-02-01", "2027-12-31") : null;
  const person = await makePerson(services, workspace, { locationId, startDate: start, endDate: end });
  for (const [leaveTypeId, ruled] of rules) {
    const one = {
      ...{ workspace, userId: person.id, leaveTypeId, place, rules: ruled, given: givenOf() },
      employed: { start: start && dayNumber(start), end: end && dayNumber(end) } as Case["employed"],
    };
    const rows = Array.from({ length: upTo(14) }, () => leaveOf(one, person.departmentId, locationId));
    if (rows.length > 0) await services.db.insert(leaves).values(rows);
    const adjustments = one.given.map(({ kind, days, day }) => ({
      ...{ workspaceId: workspace.id, id: newId(), userId: person.id, leaveTypeId, kind, days },
      ...{ effectiveDate: dayText(day), note: "Given", createdAt: clock() },
    }));
    if (adjustments.length > 0) await services.db.insert(balanceAdjustments).values(adjustments);
    const counted = rows.filter(({ status }) => status === "APPROVED" || status === "OPEN");
    cases.push({
      ...one,
      taken: counted.flatMap(({ dayCounts }) =>
        dayCounts.counts.map((count, at) => ({ day: dayCounts.start + at, amount: BigInt(count) })),
      ),
    });
  }
}

async function fill(): Promise<void> {
  const workspace = await makeLeaveWorkspace(services);
  const { vacation, sick } = workspace.leaveTypes;
  for (const locationId of [workspace.locations.north, workspace.locations.south]) {
    const place = placeOf();
    await services.db
      .update(locations)
      .set(place)
      .where(and(eq(locations.workspaceId, workspace.id), eq(locations.id, locationId)));
    const rules = new Map([vacation, sick].map((id) => [id, rulesOf()]));
    for (const [leaveTypeId, ruled] of rules)
      await setPolicy(services, workspace, { leaveTypeId, locationId, ...ruled });
    for (let people = 0; people < 5; people++) await fillPerson(workspace, locationId, place, rules);
  }
}

beforeAll(async () => {
  cases = [];
  const url = await emptyDatabase();
  await migrate(url, undefined, undefined, before);
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  services = await testServices({ clock, wakes: false }, { DATABASE_URL: url });
  await withLaterColumns(sql, async () => {
    for (let workspaces = 0; workspaces < 6; workspaces++) await fill();
  });
  await migrate(url);
});
afterAll(async () => {
  await services.close();
  await sql.end();
});

// The version before, written down anew: no first year of its own, no rounding, no steps, no cap, one expiry of the location's.

const day = BigInt(wholeDay);
const thousandth = day / 1000n;
const rounded = (n: bigint, by: bigint): bigint => (n < 0n ? -rounded(-n, by) : (2n * n + by) / (2n * by));
const inThousandths = (days: number): bigint => BigInt(Math.round(days * 1000));

interface Year {
  start: DayNumber;
  end: DayNumber;
}

const at = (year: number, monthDay: string): DayNumber => dayNumber(`${year}-${monthDay}`);

/** The accounting years from that of one day to that of another. */
function yearsOf({ place, employed }: Case, from: DayNumber, to: DayNumber): Year[] {
  const isOwn = place.quotaReset === "EMPLOYMENT_DATE" && employed.start !== null;
  const monthDay = isOwn ? dayText(employed.start ?? 0).slice(5) : place.yearStart;
  const years: Year[] = [];
  for (let year = 2018; year <= 2030; year++) {
    const one = { start: at(year, monthDay), end: at(year + 1, monthDay) - 1 };
    if (one.end >= Math.min(from, to) && one.start <= to) years.push(one);
  }
  return years;
}

/** A day some months later, of the first 28 of a month. */
function monthsLater(from: DayNumber, months: number): DayNumber {
  const [year = 0, month = 0, date = 0] = dayText(from).split("-").map(Number);
  return (
    Date.UTC(year, month - 1 + months, date) / 86_400_000 -
    Date.UTC(year, month - 1, date) / 86_400_000 +
    from
  );
}

function startsOf(accrual: Accrual, { start }: Year): DayNumber[] {
  const months = Array.from({ length: 12 }, (_, index) => monthsLater(start, index));
  if (accrual === "MONTHLY") return months;
  if (accrual === "SEMIMONTHLY") return months.flatMap((first) => [first, first + 15]);
  if (accrual === "BIWEEKLY") return Array.from({ length: 26 }, (_, index) => start + 14 * index);
  if (accrual === "WEEKLY") return Array.from({ length: 52 }, (_, index) => start + 7 * index);
  return [start];
}

/** The share of the year's quota by a day: whole periods, and those that are employed in part by days. In thousandths. */
function accruedBy({ rules, employed, given }: Case, year: Year, until: DayNumber): bigint {
  const own = given.filter(({ kind, day: of }) => kind === "QUOTA" && of <= year.end).at(-1);
  const starts = startsOf(rules.accrual, year);
  let [n, d] = [0n, 1n];
  for (const [index, start] of starts.entries()) {
    const end = (starts[index + 1] ?? year.end + 1) - 1;
    const worked = Math.min(end, employed.end ?? end) - Math.max(start, employed.start ?? start) + 1;
    if (start > until || worked <= 0) continue;
    const length = BigInt(end - start + 1);
    [n, d] = [n * length + BigInt(worked) * d, d * length];
    if (n % d === 0n) [n, d] = [n / d, 1n];
  }
  return rounded(inThousandths(own?.days ?? rules.yearlyQuota) * n, d * BigInt(starts.length));
}

const adjustedBy = ({ given }: Case, { start }: Year, until: DayNumber): bigint =>
  given
    .filter(({ kind, day: of }) => kind !== "QUOTA" && of >= start && of <= until)
    .reduce((sum, { days }) => sum + inThousandths(days), 0n);

function expiryOf({ place: { rolloverExpiry } }: Case, { start, end }: Year): DayNumber | null {
  if (rolloverExpiry === null) return null;
  if (rolloverExpiry.type === "DAYS_AFTER_RESET") return Math.min(end, start + rolloverExpiry.days);
  const year = Number(dayText(start).slice(0, 4));
  const first = at(year, rolloverExpiry.monthDay);
  return Math.min(end, first < start ? at(year + 1, rolloverExpiry.monthDay) : first);
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function carriedInto(one: Case, year: Year, left: bigint, knownSince: DayNumber): bigint {
  const { rules, given } = one;
  const isOpened = given.some(
    ({ kind, day: of }) => kind === "OPENING" && of >= year.start && of <= year.end,
  );
  const here = rules.beginsOn === null ? null : dayNumber(rules.beginsOn);
  const anywhere = rules.typeBeginsOn === null ? null : dayNumber(rules.typeBeginsOn);
  const isUnknown =
    here !== null && anywhere !== null && year.start <= Math.min(here, Math.max(anywhere, knownSince));
  if (isOpened || isUnknown || rules.rollover === "NONE" || left <= 0n) return 0n;
  return rules.rollover === "ALL"
    ? left
    : least(left, inThousandths(rules.rolloverMaximum ?? 0) * thousandth);
}

/** The balance on a day: each year gives, leave takes carried days first, and what is left is carried on. */
function balanceBefore(one: Case, asOf: DayNumber, knownSince: DayNumber) {
  const since = one.employed.start ?? knownSince;
  const takenIn = (from: DayNumber, to: DayNumber) =>
    one.taken
      .filter((part) => part.day >= from && part.day <= to)
      .reduce((sum, { amount }) => sum + amount, 0n);
  const result = { accrued: 0n, carriedOver: 0n, remaining: 0n };
  let left = 0n;
  for (const [place, year] of yearsOf(one, since, asOf).entries()) {
    const carried = place === 0 ? 0n : carriedInto(one, year, left, knownSince);
    const expiry = expiryOf(one, year);
    const used = least(carried, takenIn(year.start, expiry ?? year.end));
    const keptOn = (on: DayNumber) => (expiry === null || on <= expiry ? carried : used);
    const givenBy = (on: DayNumber) => accruedBy(one, year, on) + adjustedBy(one, year, on);
    const taken = takenIn(year.start, year.end);
    left = givenBy(year.end) * thousandth + keptOn(year.end + 1) - taken;
    if (asOf < year.start || asOf > year.end) continue;
    result.accrued = accruedBy(one, year, asOf);
    result.carriedOver = rounded(keptOn(asOf), thousandth);
    result.remaining = rounded(givenBy(asOf) * thousandth + keptOn(asOf) - taken, thousandth);
  }
  return result;
}

it("balances of a database that is migrated are what they were, to the thousandth", async () => {
  const knownSince = dayNumber(clock().toISOString().slice(0, 10));
  const days = [
    "2024-02-29",
    "2025-03-31",
    "2025-12-31",
    "2026-04-01",
    "2026-11-20",
    "2027-07-14",
    "2027-12-31",
  ];
  const nonzero = { carried: 0, negative: 0, fractions: 0 };
  for (const one of cases) {
    const ctx = await as(services, one.workspace.people.admin);
    for (const asOf of days) {
      if (dayNumber(asOf) < (one.employed.start ?? 0)) continue;
      const rows = await readBalances(ctx, { userId: one.userId, asOf });
      const now = rows.find(({ leaveTypeId }) => leaveTypeId === one.leaveTypeId);
      const then = balanceBefore(one, dayNumber(asOf), knownSince);
      expect({ asOf, ...pickOf(now) }, JSON.stringify({ ...one, workspace: null, taken: null })).toEqual({
        ...{ asOf, accrued: Number(then.accrued), carriedOver: Number(then.carriedOver) },
        remaining: Number(then.remaining),
      });
      if (then.carriedOver > 0n) nonzero.carried++;
      if (then.remaining < 0n) nonzero.negative++;
      if (then.remaining % 500n !== 0n) nonzero.fractions++;
    }
  }
  // The cases are not all the same.
  expect(Math.min(...Object.values(nonzero))).toBeGreaterThan(20);
});

const pickOf = (row: Awaited<ReturnType<typeof readBalances>>[number] | undefined) => ({
  ...{ accrued: row?.accrued, carriedOver: row?.carriedOver, remaining: row?.remaining },
});
