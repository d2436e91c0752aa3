import { sql } from "drizzle-orm";
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import type { leaves } from "./leaves";
import { users } from "./people";
import type { EventType, LeaveStatus, UserStatus } from "./values";
import type { WantedChange } from "./wanted-change";

type Leave = typeof leaves.$inferSelect;
/** A leave after the change, without free text. */
export type LeaveSnapshot = Omit<
  Leave,
  | "workspaceId"
  | "updatedAt"
  | "dayCounts"
  | "countMode"
  | "writtenAt"
  | "openedAt"
  | "remindedOn"
  | "standsInForId"
  | "unattendedAt"
  | "reason"
  | "statusReason"
  | "createdAt"
  | "version"
  | "cancelAskedAt"
  | "cancelReason"
  | "changeAskedAt"
  | "wantedChange"
  | "startPart"
  | "endPart"
> & {
  createdAt: string | null;
  /** Absent when its cancellation does not wait for consent. */
  cancelAskedAt?: string;
  /** Absent when no change of it waits for consent. */
  changeAskedAt?: string;
  wantedChange?: Omit<WantedChange, "dayCounts">;
  /** Absent in events older than half days at either end. */
  startPart?: Leave["startPart"];
  endPart?: Leave["endPart"];
};

/** What happened to a leave beside a change of its status. */
export type LeaveEventStep =
  | "askCancel"
  | "keep"
  | "end"
  | "consent"
  | "askChange"
  | "agreeChange"
  | "keepTime";

type Person = typeof users.$inferSelect;
/** A person after the change; `labels` are names. */
export type UserSnapshot = Pick<
  Person,
  | "id"
  | "name"
  | "email"
  | "isAdmin"
  | "locationId"
  | "departmentId"
  | "status"
  | "employeeId"
  | "startDate"
  | "endDate"
> & { labels: string[] /** Absent in events older than managers. */; approverId?: string | null };

/**
 * What changed. The snapshot is the record at that moment: by the time the event is sent, it may have changed again. Without a snapshot the
 * record is read when the event is sent. Ids are bare UUIDs.
 */
export type EventData =
  | {
      leaveId: string;
      previousStatus: LeaveStatus | null;
      /** The number of levels that had approved it before. */
      previousLevel?: number;
      /** What happened beside a change of the status. */
      step?: LeaveEventStep;
      snapshot?: LeaveSnapshot;
      /** The person gets one mail about this change and others. */
      isNotifiedApart?: boolean;
    }
  | { userId: string; previousStatus: UserStatus | null; snapshot?: UserSnapshot };

/** What happened in a workspace: written in the transaction of the change, so both commit or neither (decision 8). Append-only. */
export const events = pgTable(
  "events",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    /** `msg_` and a ULID: the `webhook-id` of every delivery of this event. */
    messageId: text().notNull(),
    type: text().$type<EventType>().notNull(),
    /** The subject of the event: it goes only to webhooks whose owner reaches them. */
    subjectUserId: uuid().notNull(),
    data: jsonb().$type<EventData>().notNull(),
    occurredAt: instant().notNull(),
    /**
     * When the row was written, by the clock of the row's server: its position in the order of events (`settledUntil`). A trigger sets it,
     * overriding any value of the statement. Null for events older than the column.
     */
    recordedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.subjectUserId],
      foreignColumns: [users.workspaceId, users.id],
    }),
    index("events_time_index").on(t.workspaceId, t.occurredAt, t.id),
    index("events_age_index").on(t.occurredAt),
    index("events_position_index").on(t.workspaceId, sql`coalesce(${t.recordedAt}, ${t.occurredAt})`, t.id),
    // A client that reaches only its owner polls repeatedly for events after its last one.
    index("events_subject_index").on(
      t.workspaceId,
      t.subjectUserId,
      sql`coalesce(${t.recordedAt}, ${t.occurredAt})`,
      t.id,
    ),
    index("events_message_index").on(t.workspaceId, t.messageId),
  ],
);
