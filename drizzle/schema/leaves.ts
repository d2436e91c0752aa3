import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { dayCounts, instant, nameKey, orderedText, positionIn, workspaceId, writtenAt } from "./columns";
// biome-ignore lint/suspicious/noImportCycles: each table refers to the other, by functions that run later.
import { companyLeaves } from "./company-leaves";
import { departments, locations } from "./directory";
import { users } from "./people";
import type { LabelDays, TenureStep } from "./policy-days";
import {
  accruals,
  accrualTimings,
  adjustmentKinds,
  type CarryExpiry,
  calendarStatuses,
  carryUses,
  countModes,
  deciders,
  effectiveStatuses,
  endParts,
  firstYears,
  type LapseNotices,
  leaveStatuses,
  leaveUnits,
  type NamesByLanguage,
  quotaRoundings,
  rollovers,
  shortestDurations,
  startParts,
  tenureStarts,
} from "./values";
import type { WantedChange } from "./wanted-change";
import { workspaces } from "./workspaces";

export const leaveStatus = pgEnum("leave_status", leaveStatuses);
export const calendarStatus = pgEnum("calendar_status", calendarStatuses);
export const adjustmentKind = pgEnum("adjustment_kind", adjustmentKinds);
export const accrual = pgEnum("accrual", accruals);
export const decidedBy = pgEnum("decided_by", deciders);
export const firstYear = pgEnum("first_year", firstYears);
export const quotaRounding = pgEnum("quota_rounding", quotaRoundings);
export const accrualTiming = pgEnum("accrual_timing", accrualTimings);
export const tenureFrom = pgEnum("tenure_from", tenureStarts);
export const rollover = pgEnum("rollover", rollovers);
export const carryUse = pgEnum("carry_use", carryUses);
export const countMode = pgEnum("count_mode", countModes);
export const leaveUnit = pgEnum("leave_unit", leaveUnits);
export const startPart = pgEnum("start_part", startParts);
export const endPart = pgEnum("end_part", endParts);
export const shortestDuration = pgEnum("shortest_duration", shortestDurations);

/** Days with thousandths: an hour of an eight-hour day is 0.125. */
const days = () => numeric({ precision: 9, scale: 3, mode: "number" });

export const leaveTypes = pgTable(
  "leave_types",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    name: orderedText().notNull(),
    nameKey: nameKey(),
    /** Its names in languages of the pages; a reader of any other language sees `name`. */
    names: jsonb().$type<NamesByLanguage>().notNull().default({}),
    color: text().notNull(),
    isActive: boolean().notNull().default(true),
    /** Whether people may ask for it; otherwise those who manage them and company leave book it. */
    isRequestable: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    calendarStatus: calendarStatus().notNull().default("OUT_OF_OFFICE"),
    isPrivate: boolean().notNull().default(false),
    /** Whether it gives days of interruptible leave back, such as sick leave in a vacation. */
    interrupts: boolean().notNull().default(false),
    /** Whether it gets days back when interrupting leave is at the same time. */
    interruptible: boolean().notNull().default(false),
    /** Whether those who approve for the person see the files of their leave, too. */
    approversSeeFiles: boolean().notNull().default(false),
    /** How amounts are shown: balances and counts are days in both. */
    unit: leaveUnit().notNull().default("DAYS"),
    /** Its number or name in payroll. */
    wageCode: text(),
    /** Whether payroll runs list it. */
    isInPayroll: boolean().notNull().default(true),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("leave_types_name_unique").on(t.workspaceId, t.nameKey),
    check("leave_types_interrupts_check", sql`not (${t.interrupts} and ${t.interruptible})`),
  ],
);

/** The rules of one leave type in one location. A pair without a row cannot be requested. */
export const leavePolicies = pgTable(
  "leave_policies",
  {
    workspaceId: workspaceId(),
    leaveTypeId: uuid().notNull(),
    locationId: uuid().notNull(),
    approvalRequired: boolean().notNull().default(true),
    /** How many levels of the department approve, where approval is required; 2 counts where the department has both. */
    approvalLevels: smallint().notNull().default(2),
    decidedBy: decidedBy().notNull().default("DEPARTMENT"),
    /** Whether the person needs an approver's consent to cancel or change approved leave. */
    changesNeedConsent: boolean().notNull().default(false),
    allowNegativeBalance: boolean().notNull().default(false),
    unlimited: boolean().notNull().default(false),
    yearlyQuota: days().notNull().default(0),
    accrual: accrual().notNull().default("NONE"),
    /** Without effect when accrual is NONE. */
    accrualTiming: accrualTiming().notNull().default("START"),
    firstYear: firstYear().notNull().default("BY_DAY"),
    /** Months of employment before the whole quota; set only when the first year is AFTER_MONTHS. */
    firstYearMonths: smallint(),
    quotaRounding: quotaRounding().notNull().default("NONE"),
    /** Higher quotas after months of employment, in their order. */
    tenureSteps: jsonb().$type<TenureStep[]>().notNull().default([]),
    tenureFrom: tenureFrom().notNull().default("NEXT_YEAR"),
    /** Extra days a year for people with a label; a deleted label stays, and gives no one any. */
    labelDays: jsonb().$type<LabelDays[]>().notNull().default([]),
    /** The percent of the hours that a person worked which they earn; null for none. */
    hoursWorkedRate: numeric({ precision: 6, scale: 3, mode: "number" }),
    /** Days at which accrual stops; null for none, and where nothing accrues. */
    accrualCap: days(),
    rollover: rollover().notNull().default("NONE"),
    /** Days; set only when rollover is LIMITED. */
    rolloverMaximum: days(),
    /** When carried-over days expire; null when it is as at the location. */
    carryExpiry: jsonb().$type<CarryExpiry>(),
    carryUse: carryUse().notNull().default("FIRST"),
    lapseNotices: text().$type<LapseNotices>().notNull().default("NONE"),
    /** Since when days lapse only after a notice; null where they always do. */
    lapseNoticesSince: date({ mode: "string" }),
    /** Whether people may ask for credits themselves. */
    creditsRequestable: boolean().notNull().default(false),
    /** How long a requested credit may be used: days after the one it was earned on. Null when it never expires. */
    creditValidDays: integer(),
    shortestDuration: shortestDuration().notNull().default("FULL_DAY"),
    reasonRequired: boolean().notNull().default(false),
    countMode: countMode().notNull().default("WORKING_DAYS"),
    /** The first day of this policy; nothing is carried over from before it. Null when it is older than this column. */
    beginsOn: date({ mode: "string" }),
    /** The first day of the leave type's first policy at any location. */
    typeBeginsOn: date({ mode: "string" }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.leaveTypeId, t.locationId] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveTypeId],
      foreignColumns: [leaveTypes.workspaceId, leaveTypes.id],
    }),
    foreignKey({
      columns: [t.workspaceId, t.locationId],
      foreignColumns: [locations.workspaceId, locations.id],
    }).onDelete("cascade"),
    index("leave_policies_location_index").on(t.workspaceId, t.locationId),
    check("leave_policies_levels_check", sql`${t.approvalLevels} between 1 and 2`),
    check("leave_policies_credit_check", sql`credit_valid_days between 1 and 3660`),
    check(
      "leave_policies_first_year_check",
      sql`(first_year = 'AFTER_MONTHS') = (first_year_months is not null) and coalesce(first_year_months, 1) between 1 and 60`,
    ),
  ],
);

/** A correction of a person's balance beside the policy. Rows are added, never changed: another row reverses a wrong one. */
export const balanceAdjustments = pgTable(
  "balance_adjustments",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    leaveTypeId: uuid().notNull(),
    kind: adjustmentKind().notNull(),
    /** Signed, except for a QUOTA: days for a whole year. Null for a REVERSAL. */
    days: days(),
    /** The first day of its effect; a QUOTA takes effect in the accounting year that contains it. */
    effectiveDate: date({ mode: "string" }).notNull(),
    note: text().notNull(),
    /** The row that this one reverses. */
    reversesId: uuid(),
    /** The closed days that an ADJUSTMENT corrects; null for one that corrects none. */
    correctsFrom: date({ mode: "string" }),
    correctsTo: date({ mode: "string" }),
    /** Whether it is another expiry of the days carried into the year of its day, and no days: an ADJUSTMENT of 0. */
    extendsCarry: boolean().notNull().default(false),
    /** Their last day; null for never. */
    carryExpiresOn: date({ mode: "string" }),
    /** Null for an import or the demo, where no user did. */
    createdById: uuid(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.createdById], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveTypeId],
      foreignColumns: [leaveTypes.workspaceId, leaveTypes.id],
    }),
    foreignKey({ columns: [t.workspaceId, t.reversesId], foreignColumns: [t.workspaceId, t.id] }),
    // Each is reversed once.
    unique("balance_adjustments_reverses_unique").on(t.workspaceId, t.reversesId),
    check(
      "balance_adjustments_kind_check",
      sql`(${t.kind} = 'REVERSAL') = (${t.reversesId} is not null) and (${t.kind} = 'REVERSAL') = (${t.days} is null)
        and (${t.kind} <> 'QUOTA' or ${t.days} >= 0)`,
    ),
    check(
      "balance_adjustments_corrects_check",
      sql`(corrects_from is null) = (corrects_to is null)
        and (corrects_from is null or (kind = 'ADJUSTMENT' and corrects_from <= corrects_to and corrects_to < effective_date))`,
    ),
    check(
      "balance_adjustments_carry_check",
      sql`(extends_carry or carry_expires_on is null) and (not extends_carry or (kind = 'ADJUSTMENT' and days = 0 and corrects_from is null))`,
    ),
    // The inputs of a person's balances; the list's order is by id.
    index("balance_adjustments_user_index").on(t.workspaceId, t.userId, t.id),
  ],
);

const inEffect = sql.raw(effectiveStatuses.map((status) => `'${status}'`).join(", "));

/**
 * Whether leave is in effect (`effectiveStatuses`). Constants, so that the planner recognizes the partial indexes below.
 * @param status of `leaves`, or of its alias in the statement
 */
export const isInEffect = (status: AnyPgColumn | SQL): SQL => sql`${status} in (${inEffect})`;

/**
 * Whether leave waits for a decision: a request, or approved leave whose owner asked to cancel or to change it. Constants, so that the
 * planner recognizes the partial index below.
 */
export const waitsForDecision = ({
  status,
  cancelAskedAt,
  changeAskedAt,
}: Record<"status" | "cancelAskedAt" | "changeAskedAt", AnyPgColumn>): SQL =>
  sql`(${status} = 'OPEN' or ${cancelAskedAt} is not null or ${changeAskedAt} is not null)`;

export const leaves = pgTable(
  "leaves",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    approverId: uuid(),
    /** The approver represented by the deciding stand-in. */
    standsInForId: uuid(),
    autoApproved: boolean().notNull().default(false),
    durationCalendarDays: days().notNull(),
    durationWorkingDays: days().notNull(),
    /**
     * What each day counted when the leave was counted: balances are sums of these. Null in rows of a version that does not know the
     * column; then the database function `leave_days` returns it, until `storeDayCounts` has stored it. Never null where workspaces are
     * distributed over servers.
     */
    dayCounts: dayCounts(),
    /** The policy's mode when the leave was counted; a recount keeps it. */
    countMode: countMode().notNull().default("WORKING_DAYS"),
    startDate: date({ mode: "string" }).notNull(),
    endDate: date({ mode: "string" }).notNull(),
    isFullDayLeave: boolean().notNull().default(true),
    startHour: smallint().notNull().default(0),
    startMinute: smallint().notNull().default(0),
    endHour: smallint().notNull().default(0),
    endMinute: smallint().notNull().default(0),
    /** `AFTERNOON`: the first day only from noon on. Hours have neither half. */
    startPart: startPart().notNull().default("FULL_DAY"),
    /** `MORNING`: the last day only until noon. */
    endPart: endPart().notNull().default("FULL_DAY"),
    leaveTypeId: uuid().notNull(),
    /** The person's location when the leave was requested. */
    locationId: uuid().notNull(),
    departmentId: uuid().notNull(),
    status: leaveStatus().notNull(),
    reason: text(),
    statusReason: text(),
    approvedLevel: smallint().notNull().default(0),
    /** Counts the leave's changes, so that a decision names the version it is based on. */
    version: integer().notNull().default(0),
    /** The company leave that booked it (decision 16.1). */
    companyLeaveId: uuid(),
    /** When it last became OPEN; it expires seven working days later. Null when it never was. */
    openedAt: instant(),
    /** The local day on which the person last reminded their approvers. */
    remindedOn: date({ mode: "string" }),
    /** When administrators were notified that all of its approvers are absent. */
    unattendedAt: instant(),
    /** When the person asked to cancel it, while that waits for an approver's consent. Null otherwise. */
    cancelAskedAt: instant(),
    /** Why they asked to cancel it. */
    cancelReason: text(),
    /** When the person asked to change it, while that waits for an approver's consent. Null otherwise. */
    changeAskedAt: instant(),
    /** What they asked for; null as long as `changeAskedAt` is. */
    wantedChange: jsonb().$type<WantedChange>(),
    /** Null only in records imported from a time without creation times. */
    createdAt: instant(),
    updatedAt: instant().notNull(),
    writtenAt: writtenAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.approverId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveTypeId],
      foreignColumns: [leaveTypes.workspaceId, leaveTypes.id],
    }),
    foreignKey({
      columns: [t.workspaceId, t.locationId],
      foreignColumns: [locations.workspaceId, locations.id],
    }),
    foreignKey({
      columns: [t.workspaceId, t.departmentId],
      foreignColumns: [departments.workspaceId, departments.id],
    }),
    foreignKey({
      columns: [t.workspaceId, t.companyLeaveId],
      foreignColumns: [companyLeaves.workspaceId, companyLeaves.id],
    }),
    check("leaves_range_check", sql`${t.startDate} <= ${t.endDate}`),
    check("leaves_change_check", sql`(change_asked_at is null) = (wanted_change is null)`),
    // The list's order; the keyset of a page token.
    index("leaves_order_index").on(t.workspaceId, t.status, t.startDate, t.id),
    index("leaves_user_index").on(t.workspaceId, t.userId, t.startDate, t.id),
    // The leave that a balance counts.
    index("leaves_balance_index")
      .on(t.workspaceId, t.userId, t.leaveTypeId, t.startDate)
      .where(isInEffect(t.status)),
    // The list's order within a leave type: for a rare type, the scan does not pass the leave of all others.
    index("leaves_type_order_index").on(t.workspaceId, t.leaveTypeId, t.status, t.startDate, t.id),
    // Candidates for expiry, and what is to decide: only as large as the leave that waits for a decision.
    index("leaves_undecided_index").on(t.workspaceId, t.id).where(waitsForDecision(t)),
    // The previous release knows no changes that wait.
    index("leaves_waiting_index")
      .on(t.workspaceId, t.id)
      .where(sql`(${t.status} = 'OPEN' or ${t.cancelAskedAt} is not null)`),
    // The list's order for a client that keeps a copy in sync.
    index("leaves_position_index").on(t.workspaceId, positionIn(t), t.id),
    // The backlog of rows without day counts; empty otherwise.
    index("leaves_uncounted_index")
      .on(t.workspaceId, t.id)
      .where(sql`${t.dayCounts} is null and ${isInEffect(t.status)}`),
    // What the undo of a company leave finds.
    index("leaves_company_leave_index")
      .on(t.workspaceId, t.companyLeaveId, t.userId)
      .where(sql`${t.companyLeaveId} is not null`),
    // The few that a search for leave by its start may miss.
    index("leaves_long_index").on(t.workspaceId, t.userId).where(sql`${t.endDate} - ${t.startDate} > 31`),
  ],
);

/** The type that leave has, or would have once a change that waits for consent is agreed to. */
export const typeAsked: SQL = sql`coalesce((${leaves.wantedChange}->>'leaveTypeId')::uuid, ${leaves.leaveTypeId})`;
