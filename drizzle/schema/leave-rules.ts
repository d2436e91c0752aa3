import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { leaves } from "./leaves";
import type { RuleEffect, RuleKind } from "./values";
import { workspaces } from "./workspaces";

/** Facts of a broken rule, for its sentence: numbers, and dates as text. */
export type RuleFacts = Record<string, number | string>;

/** Ids of targets are kept after their place, label or type is deleted: the rule then concerns no one by them, instead of everybody. */
const ids = () => uuid().array().notNull().default(sql`'{}'`);

/** A rule that leave is judged by (decision 14.4). A list of targets that is empty means everyone. */
export const leaveRules = pgTable(
  "leave_rules",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    name: text().notNull(),
    kind: text().$type<RuleKind>().notNull(),
    /** By the schema of its kind. */
    parameters: jsonb().$type<Record<string, unknown>>().notNull(),
    effect: text().$type<RuleEffect>().notNull(),
    locationIds: ids(),
    /** With the departments below them. */
    departmentIds: ids(),
    labelIds: ids(),
    leaveTypeIds: ids(),
    exemptLabelIds: ids(),
    /** Of the leave's days, both inclusive. */
    fromDate: date({ mode: "string" }),
    toDate: date({ mode: "string" }),
    isEnabled: boolean().notNull().default(true),
    /** Counts the rule's changes, so that a booking names what its preview was judged by. */
    version: integer().notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    check("leave_rules_range_check", sql`${t.fromDate} <= ${t.toDate}`),
  ],
);

/**
 * A rule that a leave broke when it was judged. What a reader needs is copied, so that it outlives the rule. Rows are added; `isCurrent`
 * ends when the leave is judged anew.
 */
export const leaveRuleMarks = pgTable(
  "leave_rule_marks",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    leaveId: uuid().notNull(),
    ruleId: uuid().notNull(),
    kind: text().$type<RuleKind>().notNull(),
    /** The rule's name and parameters at the time. */
    name: text().notNull(),
    parameters: jsonb().$type<Record<string, unknown>>().notNull(),
    effect: text().$type<RuleEffect>().notNull(),
    /** The leave's days that break it, `YYYY-MM-DD`. */
    days: text().array().notNull().default(sql`'{}'`),
    facts: jsonb().$type<RuleFacts>().notNull(),
    /** Who went ahead in spite of a rule that refuses, and why. Null for a warning. No foreign key: the person may be deleted before. */
    overriddenById: uuid(),
    overrideReason: text(),
    isCurrent: boolean().notNull().default(true),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveId],
      foreignColumns: [leaves.workspaceId, leaves.id],
    }).onDelete("cascade"),
    index("leave_rule_marks_leave_index").on(t.workspaceId, t.leaveId, t.id),
  ],
);
