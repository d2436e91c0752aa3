import { asc, eq } from "drizzle-orm";
import {
  notificationDispatches,
  notificationOccurrences,
  notifications,
} from "@/drizzle/schema/notifications";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { TestWorkspace } from "./factories";

/** Bodies that are valid as they are; every one is sent at 09:00 in Paris. */
export const common = {
  name: "Who is away",
  timezone: "Europe/Paris",
  hour: 9,
  minute: 0,
  destinations: [{ platform: "email", addresses: ["team@example.com"] }],
};
export const daily = {
  ...common,
  frequency: "DAILY",
  sendOnDays: [1, 2, 3, 4, 5],
  groupBy: "TEAM",
  sendEmpty: true,
};
export const weekly = {
  ...common,
  frequency: "WEEKLY",
  firstDayOfWeek: 1,
  day: 1,
  currentWeek: true,
  groupBy: "NONE",
  sendEmpty: true,
};
export const birthday = { ...common, frequency: "BIRTHDAY", sendOnNonWorkingDays: false };

export const userIdOf = (workspace: TestWorkspace, who: keyof TestWorkspace["people"]) =>
  encodeId("user", workspace.people[who].id);

/** Everything that was sent or skipped, oldest first. */
export const occurrencesOf = ({ db }: Services, workspaceId: string) =>
  db
    .select()
    .from(notificationOccurrences)
    .where(eq(notificationOccurrences.workspaceId, workspaceId))
    .orderBy(asc(notificationOccurrences.localDate), asc(notificationOccurrences.id));

export const dispatchesOf = ({ db }: Services, workspaceId: string) =>
  db
    .select()
    .from(notificationDispatches)
    .where(eq(notificationDispatches.workspaceId, workspaceId))
    .orderBy(asc(notificationDispatches.position), asc(notificationDispatches.id));

export const notificationRows = ({ db }: Services, workspaceId: string) =>
  db.select().from(notifications).where(eq(notifications.workspaceId, workspaceId));
