import type { SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { notifications } from "@/drizzle/schema/notifications";
import type { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import type { occurrences } from "@/drizzle/schema/schedules";
import type { Ctx } from "@/server/access/ctx";
import type { Db } from "@/server/kernel/db";
import type { Schedule } from "./recurrence";

/** A row that is sent by a schedule, whatever else it holds. */
export interface Scheduled extends Schedule {
  workspaceId: string;
  id: string;
  enabled: boolean;
  /** The local date that is sent next, and when; null while it is paused. */
  nextDate: string | null;
  nextDueAt: Date | null;
}

/** An occurrence that is to be sent, as a fire has written it. */
interface FiredOccurrence<Row> {
  row: Row;
  id: string;
}

/** What has a schedule, as a record: in what notifications and scheduled reports differ. The rest is this module's. */
export interface ScheduleKind<Row extends Scheduled = Scheduled> {
  /** Of the audit log's lines, and of prepared statements. */
  name: "notification" | "scheduled_report";
  table: typeof notifications | typeof scheduledReports;
  /** The column of an occurrence that says whose it is. */
  scheduleId: typeof occurrences.notificationId | typeof occurrences.reportId;
  /** In which order a history shows what went to each address. */
  dispatchOrder: readonly AnyPgColumn[];
  /** Which of the workspace's rows the acting user may see. @throws ApiError FORBIDDEN where they may see none at all */
  visible(ctx: Ctx): SQL | undefined;
  /** What a create would send for a row. */
  writtenFields(row: Row): Record<string, unknown>;
  /** What else is written when occurrences come due, in the same transaction. */
  onFired?(tx: Db, fired: readonly FiredOccurrence<Row>[]): Promise<void>;
}

/** Builds something once for each kind: its statements. */
export function perKind<T>(build: (kind: ScheduleKind) => T): (kind: ScheduleKind) => T {
  const built = new WeakMap<ScheduleKind, T>();
  return (kind) => {
    const made = built.get(kind) ?? build(kind);
    built.set(kind, made);
    return made;
  };
}

/** Drizzle cannot tell whose rows a table holds that only the kind knows. */
export const rowsOf = <Row extends Scheduled>(_: ScheduleKind<Row>, rows: unknown): Row[] => rows as Row[];

/** The same of a row that is not written yet: the columns are those of the kind's own form. */
export const rowOf = <Row extends Scheduled>(_: ScheduleKind<Row>, row: unknown): Row => row as Row;
