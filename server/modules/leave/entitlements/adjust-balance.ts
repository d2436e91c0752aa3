import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import {
  type AccountingYear,
  yearContaining,
  yearsUntil,
} from "@/server/modules/leave/balances/accounting-year";
import type { Policy } from "@/server/modules/leave/balances/cover-case";
import { expiryIn } from "@/server/modules/leave/balances/lots";
import { readPolicy } from "@/server/modules/leave/balances/read-policy";
import { requireStillCovered } from "@/server/modules/leave/balances/require-still-covered";
import { termsOf, yearSettingsOf } from "@/server/modules/leave/balances/terms";
import {
  type Employee,
  type Entitlement,
  readEmployee,
} from "@/server/modules/leave/calendars/read-employee";
import { isClosed, requireOpenDays } from "@/server/modules/leave/calendars/require-open-days";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { isManager, isWritable } from "@/server/modules/leave/requests/standing";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { BalanceAdjustmentCreate } from "./schema";
import { type AdjustmentRow, findAdjustment } from "./store";

type Given = Exclude<BalanceAdjustmentCreate, { kind: "REVERSAL" | "CARRY_EXPIRY" }>;
type OtherExpiry = Extract<BalanceAdjustmentCreate, { kind: "CARRY_EXPIRY" }>;
type Reversal = Extract<BalanceAdjustmentCreate, { kind: "REVERSAL" }>;
type New = Pick<
  typeof balanceAdjustments.$inferInsert,
  | "leaveTypeId"
  | "kind"
  | "days"
  | "effectiveDate"
  | "note"
  | "reversesId"
  | "correctsFrom"
  | "correctsTo"
  | "extendsCarry"
  | "carryExpiresOn"
>;

/**
 * Adds days to a person's balance, or takes some away (decision 12.3). Locks the person's row, so that no leave is booked meanwhile against
 * days that are removed. Rows are added, never changed.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT when it is already reversed, PERIOD_CLOSED for a day that is
 * closed, LEAVE_NEGATIVE_BALANCE when leave would lose the days that it was booked against
 */
export function adjustBalance(
  ctx: Ctx,
  userId: string,
  input: BalanceAdjustmentCreate,
): Promise<AdjustmentRow> {
  return inTransaction(ctx, async (tx) => {
    const employee = await readEmployee(tx, userId, "lock");
    if (!employee || !isWritable(tx, employee)) throw new ApiError("RESOURCE_NOT_FOUND");
    if (!isLead(tx.actor.role) || !isManager(tx, employee)) throw notTheirs();
    const wanted = await wantedOf(tx, employee, input);
    requireOpenDays(employee, wanted.until);
    const policy = await readPolicy(tx, wanted.row.leaveTypeId, employee.locationId);
    if (policy) {
      const from = dayNumber(wanted.row.effectiveDate);
      await requireStillCovered(tx, employee, policy, { entitlements: wanted.entitlements, from });
    }
    // What was paid wrongly is corrected in leave types without a limit, too, such as sick leave.
    if (input.kind === "CORRECTION") requireAvailable(policy);
    else if (input.kind !== "REVERSAL") requirePossible(policy);
    return insert(tx, userId, wanted.row);
  });
}

interface Wanted {
  row: New;
  /** The last day of its own effect: a quota is that of a whole accounting year. */
  until: string;
  /** The person's entitlements after the change. */
  entitlements: Entitlement[];
}

/** What an adjustment would write. @throws ApiError VALIDATION_ERROR */
export async function wantedOf(tx: Ctx, employee: Employee, input: BalanceAdjustmentCreate): Promise<Wanted> {
  switch (input.kind) {
    case "REVERSAL":
      return reversing(tx, employee, input);
    case "CARRY_EXPIRY":
      return extending(tx, employee, input);
    default:
      return giving(employee, input);
  }
}

/**
 * The days that are carried into a year expire later for the person, or never (decision 16.27). What would have lapsed in closed days
 * stays lapsed.
 */
async function extending(
  tx: Ctx,
  employee: Employee,
  { leaveTypeId, effectiveDate, expiresOn, note }: OtherExpiry,
): Promise<Wanted> {
  const policy = await readPolicy(tx, leaveTypeId, employee.locationId);
  requirePossible(policy);
  const year = yearContaining(yearSettingsOf(employee), dayNumber(effectiveDate));
  const usual = usualExpiry(tx, employee, policy, year);
  const faults = [
    ...startFaults(employee, effectiveDate),
    ...(policy.rollover === "NONE" ? [notCarried] : []),
    ...laterFaults(expiresOn, usual),
  ];
  if (faults.length > 0 || usual === null) throw invalid(faults);
  const date = dayText(year.start);
  const own = { id: "", kind: "CARRY_EXPIRY" as const, leaveTypeId, days: 0, note: note.trim() };
  return {
    row: {
      ...{ kind: "ADJUSTMENT", leaveTypeId, days: 0, note: note.trim(), effectiveDate: date },
      ...{ extendsCarry: true, carryExpiresOn: expiresOn },
    },
    until: dayText(usual + 1),
    // The last of a year counts.
    entitlements: [...employee.entitlements, { ...own, effectiveDate: date, expiresOn }],
  };
}

/** When the days that are carried into a year expire, by what the person has. */
const usualExpiry = (tx: Ctx, employee: Employee, policy: Policy, year: AccountingYear) =>
  expiryIn(year, termsOf(policy, tx.actor.plan, employee), yearSettingsOf(employee));

const notCarried: FieldError = {
  path: "leaveTypeId",
  ...fault("notCarried"),
};

function laterFaults(expiresOn: string | null, usual: DayNumber | null): FieldError[] {
  if (usual === null) return [{ path: "effectiveDate", ...fault("carryNever") }];
  if (expiresOn === null || dayNumber(expiresOn) > usual) return [];
  return [{ path: "expiresOn", ...fault("carryLater", { date: dayText(usual) }) }];
}

/** The first day on which a reversal changes what is left. */
async function lostFrom(
  tx: Ctx,
  employee: Employee,
  { id, leaveTypeId, effectiveDate }: { id: string; leaveTypeId: string; effectiveDate: string },
): Promise<string> {
  const policy = await readPolicy(tx, leaveTypeId, employee.locationId);
  if (!policy) return effectiveDate;
  const entitlements = employee.entitlements.filter((given) => given.id !== id);
  const year = yearContaining(yearSettingsOf(employee), dayNumber(effectiveDate));
  const usual = usualExpiry(tx, { ...employee, entitlements }, policy, year);
  return usual === null ? effectiveDate : dayText(usual + 1);
}

function giving(employee: Employee, { leaveTypeId, days, note, effectiveDate, ...given }: Given): Wanted {
  const isCorrection = given.kind === "CORRECTION";
  const kind = isCorrection ? "ADJUSTMENT" : given.kind;
  const corrects = isCorrection ? { correctsFrom: given.correctsFrom, correctsTo: given.correctsTo } : null;
  const faults = [
    ...startFaults(employee, effectiveDate),
    ...(corrects ? correctionFaults(employee, corrects, days) : []),
  ];
  if (faults.length > 0) throw invalid(faults);
  const settings = yearSettingsOf(employee);
  const day = dayNumber(effectiveDate);
  // A year has one quota, so the latest one applies.
  const year = kind === "QUOTA" ? yearContaining(settings, day) : { start: day, end: day };
  const row = { kind, leaveTypeId, days, note: note.trim(), effectiveDate: dayText(year.start) };
  const later = employee.entitlements.filter(({ effectiveDate: date }) => date > row.effectiveDate);
  const earlier = employee.entitlements.filter(({ effectiveDate: date }) => date <= row.effectiveDate);
  return {
    row: { ...row, ...corrects },
    until: dayText(year.end),
    entitlements: [...earlier, { id: "", ...row }, ...later],
  };
}

/** Open days need no correction: what lies in them is changed itself. A day counts as one at most. */
function correctionFaults(
  employee: Employee,
  { correctsFrom, correctsTo }: { correctsFrom: string; correctsTo: string },
  days: number,
): FieldError[] {
  if (correctsTo < correctsFrom) return [{ path: "correctsTo", ...fault("beforeCorrected") }];
  if (!isClosed(employee, correctsTo)) return [{ path: "correctsTo", ...fault("notClosed") }];
  const most = dayNumber(correctsTo) - dayNumber(correctsFrom) + 1;
  if (Math.abs(days) <= most) return [];
  return [
    { path: "days", ...(days > 0 ? fault("most", { limit: most }) : fault("least", { limit: -most })) },
  ];
}

/** Faults of a date before the person's first accounting year, where nothing is counted. */
export function startFaults(employee: Employee, effectiveDate: string): FieldError[] {
  const [first] = yearsUntil(yearSettingsOf(employee), employee.today) as [AccountingYear];
  const start = dayText(first.start);
  if (effectiveDate >= start) return [];
  return [{ path: "effectiveDate", ...fault("tooEarly", { date: start }) }];
}

async function reversing(tx: Ctx, employee: Employee, { reverses, note }: Reversal): Promise<Wanted> {
  const found = await findAdjustment(tx, employee.id, reverses);
  if (!found) throw invalid([{ path: "reverses", ...fault("adjustmentForeign") }]);
  if (found.kind === "REVERSAL") throw invalid([{ path: "reverses", ...fault("reversalItself") }]);
  const { leaveTypeId, effectiveDate } = found;
  const year = yearContaining(yearSettingsOf(employee), dayNumber(effectiveDate));
  return {
    until: found.extendsCarry
      ? await lostFrom(tx, employee, found)
      : found.kind === "QUOTA"
        ? dayText(year.end)
        : effectiveDate,
    row: {
      kind: "REVERSAL",
      leaveTypeId,
      days: null,
      effectiveDate,
      note: note.trim(),
      reversesId: reverses,
    },
    entitlements: employee.entitlements.filter(({ id }) => id !== reverses),
  };
}

function requireAvailable(policy: Policy | null): asserts policy is Policy {
  if (!policy) throw invalid([{ path: "leaveTypeId", ...fault("typeAway") }]);
}

/** @throws ApiError VALIDATION_ERROR unless the policy gives limited days */
export function requirePossible(policy: Policy | null): asserts policy is Policy {
  requireAvailable(policy);
  if (policy.unlimited) throw invalid([{ path: "leaveTypeId", ...fault("typeLimitless") }]);
}

async function insert(tx: Ctx, userId: string, row: New): Promise<AdjustmentRow> {
  const id = newId();
  const { workspaceId, userId: createdById } = tx.actor;
  const base = { workspaceId, id, userId, createdById, createdAt: tx.now() };
  await orConflict(tx.db.insert(balanceAdjustments).values({ ...base, ...row }), {
    balance_adjustments_reverses_unique: "adjustmentReversed",
  });
  const { note: _private, ...facts } = row;
  await recordAudit(tx, {
    action: "balance_adjustment.create",
    resourceType: "balance_adjustment",
    resourceId: id,
    changes: changesOf({}, { userId, ...facts }),
  });
  const made = await findAdjustment(tx, userId, id);
  if (!made) throw new Error("An adjustment was written, and none came back");
  return made;
}

export const notTheirs = () => new ApiError("FORBIDDEN", because("managersOnly"));
