import { and, asc, eq, sql } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import type { Cell } from "@/server/kernel/text/write-table";
import { inHours } from "@/server/kernel/time/amount";
import { type DayNumber, dayNumber, dayText, localDate } from "@/server/kernel/time/calendar-date";
import { type Filters, isLeftByFilters } from "@/server/modules/integrations/schedules/check-filters";
import type { YearSettings } from "@/server/modules/leave/balances/accounting-year";
import { findChargesOfMany } from "@/server/modules/leave/balances/find-charges-of-many";
import { type Balance, balanceOn, cutsAsOf } from "@/server/modules/leave/balances/policy";
import { termsOf } from "@/server/modules/leave/balances/terms";
import { hoursPerDayOf } from "@/server/modules/leave/calendars/hours";
import { worksBy } from "@/server/modules/leave/calendars/read-calendar";
import { earningFields } from "@/server/modules/leave/calendars/read-employee";
import { patterned } from "@/server/modules/leave/calendars/read-patterns";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { typeFields } from "@/server/modules/leave/requests/see";
import { nameFor } from "@/server/modules/leave/type-names/name-in";
import {
  isTypeShown,
  personCells,
  personFields,
  personHeader,
  type ReportColumn,
  reportedParams,
  shownType,
} from "./people";
import type { Period } from "./period";

const selectEmployees = (db: Db, kind: string) =>
  scoped(givenReach(kind), users)
    .select(db, {
      ...personFields,
      startDate: users.startDate,
      endDate: users.endDate,
      knownSince: sql<string>`to_char(${users.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`,
      quotaReset: locations.quotaReset,
      yearStart: locations.yearStart,
      workWeek: locations.workWeek,
      hoursPerDay: locations.hoursPerDay,
      rolloverExpiry: locations.rolloverExpiry,
      timezone: locations.timezone,
      ...earningFields,
      patterns: patterned,
    })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(and(isLeftByFilters, eq(users.status, "ACTIVE")))
    .orderBy(inNameOrder(users.name), users.id);

type Employee = Awaited<ReturnType<typeof selectEmployees>>[number];

const employees = preparedBy((db, kind) => selectEmployees(db, kind).prepare(`reported_people_${kind}`));

/** Maximum balances whose charges are looked up together. */
const balancesAtOnce = 1000;

async function policiesByLocation(ctx: Ctx) {
  const rows = await scoped(workspaceOf(ctx.actor), leavePolicies)
    .select(ctx.db, { policy: leavePolicies, unit: leaveTypes.unit, ...typeFields })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leavePolicies.leaveTypeId))
    .where(eq(leaveTypes.isActive, true))
    .orderBy(asc(leaveTypes.position), inNameOrder(nameFor(ctx)));
  const byLocation = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) {
    const { locationId } = row.policy;
    byLocation.set(locationId, [...(byLocation.get(locationId) ?? []), row]);
  }
  return byLocation;
}
type PolicyRow = Awaited<ReturnType<typeof policiesByLocation>> extends Map<string, (infer R)[]> ? R : never;

const optionalDay = (date: string | null): DayNumber | null => (date === null ? null : dayNumber(date));

const settingsOf = (row: Employee): YearSettings => ({
  quotaReset: row.quotaReset,
  yearStart: row.yearStart,
  rolloverExpiry: row.rolloverExpiry,
  employment: { start: optionalDay(row.startDate), end: optionalDay(row.endDate) },
  knownSince: dayNumber(row.knownSince),
});

interface Pair {
  row: Employee;
  type: PolicyRow;
}

async function cellsOf(ctx: Ctx, pairs: readonly Pair[], asOf: DayNumber): Promise<Cell[][]> {
  const asked = pairs.map(({ row, type }) => {
    const settings = settingsOf(row);
    const terms = termsOf(type.policy, ctx.actor.plan, {
      ...row,
      today: dayNumber(localDate(ctx.now(), row.timezone)),
    });
    return { row, type, settings, terms, cuts: cutsAsOf(settings, [terms], asOf) };
  });
  const charges = await findChargesOfMany(
    ctx,
    asked.map(({ row, type, cuts }) => ({
      employee: { id: row.userId },
      leaveTypeId: type.policy.leaveTypeId,
      cuts,
      singlesFrom: null,
    })),
  );
  return asked.map(({ row, type, settings, terms }, place) => {
    const balance = balanceOn(settings, terms, charges[place] ?? [], asOf);
    const calendar = worksBy({ ...row, holidays: [] }, row.patterns);
    const hoursPerDay = isTypeShown(ctx, row, type) ? hoursPerDayOf(type.unit, calendar, asOf) : null;
    return [
      ...personCells(row),
      shownType(ctx, row, type),
      ...balanceCells(balance),
      balance.remaining === null ? null : inHours(toDays(balance.remaining), hoursPerDay),
      // Last, so that every other column keeps its position.
      toDays(balance.credited),
      ...amountsOf(balance).map((amount) => inHours(toDays(amount), hoursPerDay)),
    ];
  });
}

/** The amounts of a balance beside `remaining`, which has had its hours longer (decision 16.54). */
const amountsOf = (balance: Balance): number[] => [
  balance.quota,
  balance.accrued,
  balance.carriedOver,
  balance.taken,
  balance.scheduled,
  balance.pending,
  balance.adjusted,
  balance.credited,
];

const balanceCells = (balance: Balance): Cell[] => [
  dayText(balance.year.start),
  dayText(balance.year.end),
  balance.unlimited ? "yes" : "no",
  toDays(balance.quota),
  toDays(balance.accrued),
  toDays(balance.carriedOver),
  balance.carriedOverExpiresOn === null ? null : dayText(balance.carriedOverExpiresOn),
  toDays(balance.taken),
  toDays(balance.scheduled),
  toDays(balance.pending),
  balance.remaining === null ? null : toDays(balance.remaining),
  toDays(balance.adjusted),
];

export const balanceColumns: readonly ReportColumn[] = [
  ...personHeader,
  "LEAVE_TYPE",
  { heading: "YEAR_START", holds: "date" },
  { heading: "YEAR_END", holds: "date" },
  "UNLIMITED",
  "QUOTA",
  "ACCRUED",
  "CARRIED_OVER",
  { heading: "CARRIED_OVER_UNTIL", holds: "date" },
  "TAKEN",
  "SCHEDULED",
  "PENDING",
  "REMAINING",
  "ADJUSTED",
  "REMAINING_HOURS",
  "CREDITED",
  "QUOTA_HOURS",
  "ACCRUED_HOURS",
  "CARRIED_OVER_HOURS",
  "TAKEN_HOURS",
  "SCHEDULED_HOURS",
  "PENDING_HOURS",
  "ADJUSTED_HOURS",
  "CREDITED_HOURS",
];

/** Balances of active employees on the report's day, one row per leave type of their location (`readBalances` for many). */
export async function* balanceRows(ctx: Ctx, filters: Filters, period: Period): AsyncGenerator<Cell[][]> {
  const policies = await policiesByLocation(ctx);
  const found = employees(ctx.db, ctx.reach.kind);
  for await (const people of found.inBatches("reported_people", reportedParams(ctx, filters))) {
    const pairs = people.flatMap((row) =>
      (policies.get(row.locationId) ?? []).map((type) => ({ row, type })),
    );
    for (let at = 0; at < pairs.length; at += balancesAtOnce)
      yield await cellsOf(ctx, pairs.slice(at, at + balancesAtOnce), period.day);
  }
}
