import { and, asc, eq, isNotNull } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { integrationPlatforms } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { earlierMailWork } from "@/server/modules/integrations/notifications/earlier-mail-work";
import { messageWork, type SendingOptions } from "@/server/modules/integrations/notifications/message-work";
import { textWork } from "@/server/modules/integrations/notifications/text-work";
import { readDispatches } from "@/server/modules/integrations/schedules/read-dispatches";
import { bulkMailWork } from "@/server/modules/messaging/outbox/mail-work";
import { Engine, type EngineOptions } from "@/server/worker/engine";
import type { TestWorkspace } from "./factories";

type Started = Pick<Engine, "wake" | "idle" | "stop">;

/** The engines of one process, for every kind of work. */
export class NotificationWorker {
  readonly texts: Started;
  private readonly earlierMails: Started;
  readonly messages: readonly Started[];

  constructor(services: Services, options: SendingOptions & EngineOptions = {}) {
    this.texts = new Engine(services, textWork(), options);
    this.earlierMails = new Engine(services, earlierMailWork(), options);
    this.messages = [
      new Engine(services, bulkMailWork(options), options),
      ...integrationPlatforms.map(
        (platform) => new Engine(services, messageWork(services, platform, options), options),
      ),
    ];
  }

  private get all(): readonly Started[] {
    return [this.texts, this.earlierMails, ...this.messages];
  }

  /** Makes every engine poll now, and returns at once. */
  wake(): void {
    for (const engine of this.all) engine.wake();
  }

  /** Resolves when nothing is due any more. */
  async run(): Promise<void> {
    for (const engine of [this.texts, this.earlierMails]) {
      engine.wake();
      await engine.idle();
    }
    for (const engine of this.messages) engine.wake();
    await Promise.all(this.messages.map((engine) => engine.idle()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((engine) => engine.stop()));
  }
}

/** Valid bodies; every one is sent at 09:00 in Paris. */
const common = {
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

/** Every sent or skipped occurrence, oldest first. */
export const occurrencesOf = ({ db }: Services, workspaceId: string) =>
  db
    .select()
    .from(occurrences)
    .where(and(eq(occurrences.workspaceId, workspaceId), isNotNull(occurrences.notificationId)))
    .orderBy(asc(occurrences.localDate), asc(occurrences.id));

export const dispatchesOf = ({ db }: Services, workspaceId: string) =>
  readDispatches(db, workspaceOf({ workspaceId }), undefined, [asc(dispatches.position), asc(dispatches.id)]);

export const notificationRows = ({ db }: Services, workspaceId: string) =>
  db.select().from(notifications).where(eq(notifications.workspaceId, workspaceId));
