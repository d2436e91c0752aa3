import { locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { hasScope, requireScope } from "@/server/access/require-scope";
import { scoped } from "@/server/access/scoped";
import type { FieldError } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { encodeId } from "@/server/kernel/schema";
import { dayNumber, dayText, localDate } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { yearContaining } from "@/server/modules/leave/balances/accounting-year";
import { limits } from "@/server/modules/leave/balances/cover-case";
import { lockRulesShared } from "@/server/modules/leave/balances/lock-rules";
import { yearSettingsOf } from "@/server/modules/leave/balances/terms";
import type { Employee, Entitlement } from "@/server/modules/leave/calendars/read-employee";
import type { StoredPattern } from "@/server/modules/leave/calendars/read-patterns";
import { unlimited } from "@/server/modules/leave/entitlements/import-openings";
import { judgeNewcomer } from "@/server/modules/leave/entitlements/judge-newcomer";
import { belowZero } from "@/server/modules/leave/entitlements/policy";
import { type Offer, offerFaults, readOffers } from "@/server/modules/leave/requests/import-references";
import { storedPattern } from "@/server/modules/people/patterns/policy";
import type { Candidate } from "@/server/modules/workspace/imports/outcome";
import { findYearlyTypes } from "./find-yearly-types";
import type { Directory } from "./read-directory";
import type { UserImport, UserImportRow } from "./schema";

type Row = Candidate<UserImportRow>;
type Location = typeof locations.$inferSelect;

/** What a new employee starts with beside their record. */
interface Start {
  entitlements: readonly Entitlement[];
  /** Null where the location's work week applies. */
  pattern: StoredPattern | null;
}

/** By row index. */
export type Starts = ReadonlyMap<number, Start>;

const isDays = (path: string): boolean => path === "yearlyDays" || path === "daysLeft";

/** Whether the row says days, also malformed ones: the faults of its leave type are named with theirs. */
const hasDays = ({ sound: { yearlyDays, daysLeft }, errors }: Row): boolean =>
  yearlyDays !== undefined || daysLeft !== undefined || errors.some(({ path }) => isDays(path));

/**
 * Adds to the rows of an import the faults of their days and their leave types, and prepares what each new employee starts with. Reads only
 * what some row needs.
 * @throws ApiError INSUFFICIENT_SCOPE for days, when the key may not adjust a single balance
 */
export async function judgeStarts(
  tx: Ctx,
  rows: readonly Row[],
  directory: Directory,
  { leaveType, note = "Imported" }: Pick<UserImport, "leaveType" | "note">,
): Promise<Starts> {
  const isSound = rows.some(({ sound }) => sound.yearlyDays !== undefined || sound.daysLeft !== undefined);
  if (isSound) requireScope(tx, "leaves:write");
  const withDays = rows.some(hasDays) && hasScope(tx, "leaves:write");
  if (withDays) {
    // An opening balance is computed from policies and accounting years, which stay as they are until it is written.
    await lockRulesShared(tx);
  }
  const affected = rows.filter((row) => hasDays(row) || row.sound.workPattern !== undefined);
  if (affected.length === 0) return new Map();
  const known = await scoped(workspaceOf(tx.actor), locations).selectAll(tx.db);
  const byId = new Map(known.map((location) => [location.id, location]));
  const offerOf = withDays ? await readRowOffers(tx, leaveType) : null;
  const starts = affected.map((row) => {
    const location = byId.get(directory.location(row.sound.location) ?? "");
    const employee = location ? newcomer(tx, row, location, directory) : null;
    const entitlements = offerOf && hasDays(row) ? entitlementsOf(tx, row, employee, { offerOf, note }) : [];
    const pattern = employee && location ? patternOf(row, employee, location) : null;
    return [row.row, { entitlements, pattern }] as const;
  });
  return new Map(starts);
}

type FindOffer = (row: Row) => { offer: Offer | null } | { fault: FieldError };

/** The leave type of a row: its own, that of the whole import, or the only one with a yearly quota. */
async function readRowOffers(tx: Ctx, ofAll: string | undefined): Promise<FindOffer> {
  const offers = await readOffers(tx);
  const [only, another] = await findYearlyTypes(tx);
  const fallback = ofAll ?? (only && !another ? encodeId("leaveType", only.id) : undefined);
  const unknown = { path: "leaveType", ...fault(only ? "typeUnclear" : "typeMissing") };
  return ({ sound: { leaveType = fallback } }) =>
    leaveType === undefined ? { fault: unknown } : { offer: offers(leaveType) };
}

function entitlementsOf(
  tx: Ctx,
  row: Row,
  employee: Employee | null,
  { offerOf, note }: { offerOf: FindOffer; note: string },
): Entitlement[] {
  // A malformed leave type gets that fault only.
  if (row.errors.some(({ path }) => path === "leaveType")) return [];
  const found = offerOf(row);
  if ("fault" in found) {
    row.errors.push(found.fault);
    return [];
  }
  const faults = offerFaults(employee, found.offer);
  const policy = employee && found.offer?.policies.get(employee.locationId);
  if (policy?.unlimited) faults.push(unlimited);
  row.errors.push(...faults);
  const { yearlyDays, daysLeft } = row.sound;
  if (!employee) {
    // Wherever the person will work.
    if (daysLeft !== undefined && daysLeft < 0 && isLimitedEverywhere(found.offer))
      row.errors.push({ path: "daysLeft", ...belowZero(0) });
    return [];
  }
  if (faults.length > 0 || !policy) return [];
  const judged = judgeNewcomer(tx, employee, policy, { yearlyDays, daysLeft, note });
  row.errors.push(...judged.faults);
  return judged.entitlements;
}

const isLimitedEverywhere = (offer: Offer | null): boolean =>
  offer !== null && offer.policies.size > 0 && [...offer.policies.values()].every(limits);

const optionalDay = (date: string | null | undefined) => (date ? dayNumber(date) : null);

/** The employee that a row will be. */
function newcomer(tx: Ctx, { sound }: Row, location: Location, directory: Directory): Employee {
  const { id: locationId, timezone, quotaReset, yearStart, rolloverExpiry } = location;
  return {
    ...{ id: "", role: "USER", status: "ACTIVE", locationId, departmentId: "" },
    closedThrough: location.closedThrough === null ? null : dayNumber(location.closedThrough),
    employment: { start: optionalDay(sound.startDate), end: optionalDay(sound.endDate) },
    knownSince: dayNumber(utcDay(tx.now())),
    today: dayNumber(localDate(tx.now(), timezone)),
    timezone,
    location: { quotaReset, yearStart, rolloverExpiry },
    entitlements: [],
    labelIds: (sound.labels ?? []).flatMap((name) => directory.label(name) ?? []),
    notices: [],
    patterns: [],
  };
}

/** From the first day of work, so that leave imported later counts by it; without one, from this accounting year on. */
function patternOf(
  { sound: { workPattern } }: Row,
  employee: Employee,
  location: Location,
): StoredPattern | null {
  if (!workPattern) return null;
  const fullDay = Math.round(location.hoursPerDay * 60);
  const times = { FULL_DAY: fullDay, HALF_DAY: Math.round(fullDay / 2) };
  const minutes = workPattern.map((time) => (typeof time === "number" ? time : times[time]));
  const isUsual = minutes.every((time, day) => time === (location.workWeek.includes(day) ? fullDay : 0));
  if (isUsual) return null;
  const { employment, today } = employee;
  const from = Math.max(
    employment.start ?? yearContaining(yearSettingsOf(employee), today).start,
    dayNumber("1900-01-01"),
  );
  const pattern = { from: dayText(from), minutes: minutes.map((time) => [time]) };
  return storedPattern(pattern, location.firstDayOfWeek);
}
