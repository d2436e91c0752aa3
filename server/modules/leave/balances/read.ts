import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { type Ctx, viewerOf } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import { givenWorkspace, reaches } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { dayHoursOf, hoursPerDayOf } from "@/server/modules/leave/calendars/hours";
import { worksBy } from "@/server/modules/leave/calendars/read-calendar";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import {
  givenLanguage,
  languageParam,
  nameFor,
  nameIn,
  typeNames,
} from "@/server/modules/leave/type-names/name-in";
import { type Balance, balanceOn, type Charge, cutsAsOf } from "./policy";
import { findCharges } from "./store";
import { termsOf, yearSettingsOf } from "./terms";

/** A person's balance of one leave type. */
export type BalanceRow = Balance & {
  /** Null when the type is private and hidden from the caller. */
  leaveTypeId: string | null;
  leaveTypeName: string;
  /** Six hex digits without `#`. */
  leaveTypeColor: string;
  /** The hours of a day, where the type is shown in hours. */
  hoursPerDay: number | null;
  /** The hours of the person's day, in whatever the type is shown; null where the type is hidden. */
  dayHours: number | null;
  creditsRequestable: boolean;
  /** Whether a part of the hours worked is earned as leave of the type. */
  earnsByHours: boolean;
  /** Null where a requested credit never expires. */
  creditValidDays: number | null;
};

const policiesQuery = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .select(db, {
      locationId: leavePolicies.locationId,
      leaveTypeId: leavePolicies.leaveTypeId,
      ...typeNames,
      color: leaveTypes.color,
      unit: leaveTypes.unit,
      workWeek: locations.workWeek,
      hoursPerDay: locations.hoursPerDay,
      isPrivate: leaveTypes.isPrivate,
      unlimited: leavePolicies.unlimited,
      yearlyQuota: leavePolicies.yearlyQuota,
      accrual: leavePolicies.accrual,
      accrualTiming: leavePolicies.accrualTiming,
      firstYear: leavePolicies.firstYear,
      firstYearMonths: leavePolicies.firstYearMonths,
      quotaRounding: leavePolicies.quotaRounding,
      tenureSteps: leavePolicies.tenureSteps,
      tenureFrom: leavePolicies.tenureFrom,
      labelDays: leavePolicies.labelDays,
      hoursWorkedRate: leavePolicies.hoursWorkedRate,
      accrualCap: leavePolicies.accrualCap,
      rollover: leavePolicies.rollover,
      rolloverMaximum: leavePolicies.rolloverMaximum,
      carryExpiry: leavePolicies.carryExpiry,
      carryUse: leavePolicies.carryUse,
      creditsRequestable: leavePolicies.creditsRequestable,
      creditValidDays: leavePolicies.creditValidDays,
      lapseNotices: leavePolicies.lapseNotices,
      lapseNoticesSince: leavePolicies.lapseNoticesSince,
      beginsOn: leavePolicies.beginsOn,
      typeBeginsOn: leavePolicies.typeBeginsOn,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leavePolicies.leaveTypeId))
    .innerJoin(locations, eq(locations.id, leavePolicies.locationId))
    .where(
      and(isAnyOf(leavePolicies.locationId, sql.placeholder("locationIds")), eq(leaveTypes.isActive, true)),
    )
    .orderBy(leaveTypes.position, inNameOrder(nameFor(givenLanguage)))
    .prepare("balance_policies"),
);

export type BalancePolicy = Awaited<ReturnType<ReturnType<typeof policiesQuery>["execute"]>>[number];

/** The policies of the active leave types of these locations, in the order of the leave types. */
export const findBalancePolicies = (ctx: Ctx, locationIds: readonly string[]): Promise<BalancePolicy[]> =>
  policiesQuery(ctx.db).execute({ ...languageParam(ctx), workspaceId: ctx.actor.workspaceId, locationIds });

/** The hours of a person's day today, where the leave type is shown in hours. */
export const hoursPerDayIn = (
  { unit, workWeek, hoursPerDay }: Pick<BalancePolicy, "unit" | "workWeek" | "hoursPerDay">,
  { patterns, today }: Employee,
): number | null => hoursPerDayOf(unit, worksBy({ workWeek, hoursPerDay, holidays: [] }, patterns), today);

/** The hours of a person's day today. */
export const dayHoursIn = (
  { workWeek, hoursPerDay }: Pick<BalancePolicy, "workWeek" | "hoursPerDay">,
  { patterns, today }: Employee,
): number => dayHoursOf(worksBy({ workWeek, hoursPerDay, holidays: [] }, patterns), today);

/** The balance from a policy and the charges. */
export const balanceRowOf = (
  ctx: Ctx,
  person: Readable,
  policy: BalancePolicy,
  { charges, asOf }: { charges: readonly Charge[]; asOf: DayNumber },
): BalanceRow => ({
  leaveTypeId: isKnownType(person, policy) ? policy.leaveTypeId : null,
  leaveTypeName: nameIn(policy, ctx.language),
  leaveTypeColor: policy.color,
  hoursPerDay: isKnownType(person, policy) ? hoursPerDayIn(policy, person.employee) : null,
  dayHours: isKnownType(person, policy) ? dayHoursIn(policy, person.employee) : null,
  creditsRequestable: policy.creditsRequestable,
  earnsByHours: !policy.unlimited && policy.hoursWorkedRate !== null,
  creditValidDays: policy.creditValidDays,
  ...balanceOn(
    yearSettingsOf(person.employee),
    termsOf(policy, ctx.actor.plan, person.employee),
    charges,
    asOf,
  ),
});

/**
 * A person's balances, one for each active leave type of their location, in the accounting year of `asOf` (`YYYY-MM-DD`, default today at
 * their location). For oneself and people within reach.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function readBalances(
  ctx: Ctx,
  input: { userId: string; asOf?: string | undefined },
): Promise<BalanceRow[]> {
  const person = await loadReadable(ctx, input.userId);
  const { employee } = person;
  const asOf = input.asOf === undefined ? employee.today : dayNumber(input.asOf);
  const policies = await findBalancePolicies(ctx, [employee.locationId]);
  const terms = policies.map((policy) => termsOf(policy, ctx.actor.plan, employee));
  const cuts = cutsAsOf(yearSettingsOf(employee), terms, asOf);
  const charges = await findCharges(ctx, { employee, leaveTypeId: null, cuts, singlesFrom: null });
  return policies.map((policy) =>
    balanceRowOf(ctx, person, policy, { charges: charges.get(policy.leaveTypeId) ?? [], asOf }),
  );
}

/** A person whose balances may be read; `knowsAll` includes their private leave and its notes. */
export interface Readable {
  employee: Employee;
  knowsAll: boolean;
}

/** Loads a person whose balances the caller may read. @throws ApiError RESOURCE_NOT_FOUND */
export async function loadReadable(ctx: Ctx, userId: string): Promise<Readable> {
  const employee = await readEmployee(ctx, userId);
  if (!employee || !(ctx.actor.userId === userId || reaches(ctx.reach, employee)))
    throw new ApiError("RESOURCE_NOT_FOUND");
  return { employee, knowsAll: knowsAllOf(ctx, employee) };
}

/** Whether the caller may see a person's private leave. */
export function knowsAllOf(ctx: Ctx, employee: Employee): boolean {
  const viewer = viewerOf(ctx);
  return viewer.userId === employee.id || managesPerson(viewer, employee);
}

/** Whether the caller may know that a balance of the person is of this type. */
export const isKnownType = (
  { knowsAll }: Pick<Readable, "knowsAll">,
  { isPrivate }: { isPrivate: boolean },
): boolean => knowsAll || !isPrivate;

/** `isKnownType` in SQL, of a query on leave types. */
export const knownTypes = ({ knowsAll }: Readable): SQL | undefined =>
  or(sql`${knowsAll}::boolean`, eq(leaveTypes.isPrivate, false));
