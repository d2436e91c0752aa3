import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
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
import { departments, locations } from "./directory";
import { users } from "./people";
import {
  accruals,
  adjustmentKinds,
  calendarStatuses,
  leaveStatuses,
  rollovers,
  shortestDurations,
} from "./values";
import { workspaces } from "./workspaces";

export const leaveStatus = pgEnum("leave_status", leaveStatuses);
export const calendarStatus = pgEnum("calendar_status", calendarStatuses);
export const adjustmentKind = pgEnum("adjustment_kind", adjustmentKinds);
export const accrual = pgEnum("accrual", accruals);
export const rollover = pgEnum("rollover", rollovers);
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
    color: text().notNull(),
    isActive: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    calendarStatus: calendarStatus().notNull().default("OUT_OF_OFFICE"),
    isPrivate: boolean().notNull().default(false),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("leave_types_name_unique").on(t.workspaceId, t.nameKey),
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
    allowNegativeBalance: boolean().notNull().default(false),
    unlimited: boolean().notNull().default(false),
    yearlyQuota: days().notNull().default(0),
    accrual: accrual().notNull().default("NONE"),
    rollover: rollover().notNull().default("NONE"),
    /** Days; set only when rollover is LIMITED. */
    rolloverMaximum: days(),
    shortestDuration: shortestDuration().notNull().default("FULL_DAY"),
    reasonRequired: boolean().notNull().default(false),
    /** The first day of this policy; nothing is carried over from before it. Null where it is older than this record. */
    beginsOn: date({ mode: "string" }),
    /** That of the leave type's first policy at any location. */
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
  ],
);

/** What was given to or taken from a person's balance beside the policy. Rows are added, never changed: a wrong one is reversed by another. */
export const balanceAdjustments = pgTable(
  "balance_adjustments",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    leaveTypeId: uuid().notNull(),
    kind: adjustmentKind().notNull(),
    /** Signed, but for a QUOTA: days for a whole year. Null for a REVERSAL. */
    days: days(),
    /** From when it counts; a QUOTA counts from the accounting year in which it lies. */
    effectiveDate: date({ mode: "string" }).notNull(),
    note: text().notNull(),
    /** The row that this one reverses. */
    reversesId: uuid(),
    /** Null where nobody did: an import, the demo. */
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
    // What a person's balances follow from; the list's order is by id.
    index("balance_adjustments_user_index").on(t.workspaceId, t.userId, t.id),
  ],
);

export const leaves = pgTable(
  "leaves",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    approverId: uuid(),
    /** The approver for whom they decided, as their stand-in. */
    standsInForId: uuid(),
    autoApproved: boolean().notNull().default(false),
    durationCalendarDays: days().notNull(),
    durationWorkingDays: days().notNull(),
    /**
     * What each day counted when the leave was counted: balances are sums of these. Null in what a version wrote that does not know the
     * column; then `leave_days` of the database says it, until `storeDayCounts` has written it down.
     */
    dayCounts: dayCounts(),
    startDate: date({ mode: "string" }).notNull(),
    endDate: date({ mode: "string" }).notNull(),
    isFullDayLeave: boolean().notNull().default(true),
    startHour: smallint().notNull().default(0),
    startMinute: smallint().notNull().default(0),
    endHour: smallint().notNull().default(0),
    endMinute: smallint().notNull().default(0),
    leaveTypeId: uuid().notNull(),
    /** Where the person belonged when the leave was requested. */
    locationId: uuid().notNull(),
    departmentId: uuid().notNull(),
    status: leaveStatus().notNull(),
    reason: text(),
    statusReason: text(),
    approvedLevel: smallint().notNull().default(0),
    /** Counts its changes, so that somebody who decides says which state they have seen. */
    version: integer().notNull().default(0),
    /** When it last became OPEN; it expires seven working days later. Null when it never was. */
    openedAt: instant(),
    /** The day on which the person last reminded their approvers, where they work. */
    remindedOn: date({ mode: "string" }),
    /** When administrators were told that everybody who decides it is away. */
    unattendedAt: instant(),
    /** Null only in records that were taken over from before creation times were kept. */
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
    check("leaves_range_check", sql`${t.startDate} <= ${t.endDate}`),
    // The list's order; the keyset of a page token.
    index("leaves_order_index").on(t.workspaceId, t.status, t.startDate, t.id),
    index("leaves_user_index").on(t.workspaceId, t.userId, t.startDate, t.id),
    // What takes from one balance.
    index("leaves_balance_index")
      .on(t.workspaceId, t.userId, t.leaveTypeId, t.startDate)
      .where(sql`${t.status} in ('OPEN', 'APPROVED')`),
    // The list's order within a leave type: of one that few take, nobody walks past the leave of all others.
    index("leaves_type_order_index").on(t.workspaceId, t.leaveTypeId, t.status, t.startDate, t.id),
    // What may expire, in all workspaces: only as large as what waits for a decision.
    index("leaves_open_index").on(t.workspaceId, t.id).where(sql`${t.status} = 'OPEN'`),
    // The list's order for who keeps a copy in step.
    index("leaves_position_index").on(t.workspaceId, positionIn(t), t.id),
    // What has yet to be filled; empty otherwise.
    index("leaves_uncounted_index")
      .on(t.workspaceId, t.id)
      .where(sql`${t.dayCounts} is null and ${t.status} in ('OPEN', 'APPROVED')`),
    // The few that who looks for leave by its start may miss.
    index("leaves_long_index").on(t.workspaceId, t.userId).where(sql`${t.endDate} - ${t.startDate} > 31`),
  ],
);
