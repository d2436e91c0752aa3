import type { SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { notifications } from "@/drizzle/schema/notifications";
import type { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import type { occurrences } from "@/drizzle/schema/schedules";
import type { Ctx } from "@/server/access/ctx";
import type { Db } from "@/server/kernel/database/db";
import type { Schedule } from "./recurrence";

/** The schedule's columns of any row that has one. */
export interface Scheduled extends Schedule {
  workspaceId: string;
  id: string;
  enabled: boolean;
  /** The local date and the instant of the next send; null while it is paused. */
  nextDate: string | null;
  nextDueAt: Date | null;
}

/** An occurrence to send, as written by a fire. */
interface FiredOccurrence<Row> {
  row: Row;
  id: string;
}

/** The differences between notifications and scheduled reports. This module implements the rest. */
export interface ScheduleKind<Row extends Scheduled = Scheduled> {
  /** In the audit log and the names of prepared statements. */
  name: "notification" | "scheduled_report";
  table: typeof notifications | typeof scheduledReports;
  /** The column of an occurrence that references its schedule. */
  scheduleId: typeof occurrences.notificationId | typeof occurrences.reportId;
  /** The order of an occurrence's dispatches in a history. */
  dispatchOrder: readonly AnyPgColumn[];
  /** The rows of the workspace that the acting user may see. @throws ApiError FORBIDDEN when they may see none at all */
  visible(ctx: Ctx): SQL | undefined;
  /** The body of a create for a row. */
  writtenFields(row: Row): Record<string, unknown>;
  /** Further writes when occurrences come due, in the same transaction. */
  onFired?(tx: Db, fired: readonly FiredOccurrence<Row>[]): Promise<void>;
}

/** Builds a value once per kind: its statements. */
export function perKind<T>(build: (kind: ScheduleKind) => T): (kind: ScheduleKind) => T {
  const built = new WeakMap<ScheduleKind, T>();
  return (kind) => {
    const made = built.get(kind) ?? build(kind);
    built.set(kind, made);
    return made;
  };
}

/** Types rows of a table that only the kind knows, which Drizzle cannot infer. */
export const rowsOf = <Row extends Scheduled, More>(
  _: ScheduleKind<Row>,
  rows: readonly More[],
): (Row & More)[] => rows as (Row & More)[];

/** The same for a row that is not written yet, with the columns of the kind's form. */
export const rowOf = <Row extends Scheduled>(_: ScheduleKind<Row>, row: unknown): Row => row as Row;
