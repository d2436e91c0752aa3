import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { hour, minute, plus, second } from "@/server/kernel/time/clock";
import { listOccurrences } from "@/server/modules/integrations/schedules/list-occurrences";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { lockTable } from "@/server/test/lock-table";
import { daily, dispatchesOf, NotificationWorker, occurrencesOf } from "@/server/test/notification-kit";
import { processLeaseMs, startNotificationProcess } from "@/server/test/notification-process";
import { standingClock, testServices } from "@/server/test/services";
import { type SmtpStandIn, startSmtp } from "@/server/test/smtp-stand-in";
import { validate } from "@/server/transport/validate";
import { createNotification } from "./create";
import { occurrenceView } from "./present";
import { notificationSchedule } from "./schedule";
import { NotificationCreate } from "./schema";

let services: Services;
let smtp: SmtpStandIn;
let workspace: TestWorkspace;
const clock = standingClock();
const due = new Date("2026-11-23T08:00:00.000Z");
const kills: (() => Promise<void>)[] = [];

beforeAll(async () => {
  smtp = await startSmtp();
  services = await testServices({ clock }, { SMTP_URL: smtp.url });
});
afterAll(async () => {
  await services.close();
  await smtp.close();
});
beforeEach(async () => {
  clock.set(plus(due, -minute));
  smtp.received.length = 0;
  workspace = await makeWorkspace(services);
});
afterEach(() => Promise.all(kills.splice(0).map((kill) => kill())));

const admin = () => as(services, workspace.people.admin);

async function run(at: Date): Promise<void> {
  clock.set(at);
  const worker = new NotificationWorker(services, { random: () => 0.5 });
  await worker.run();
  await worker.stop();
}

/** Starts a process that sends, and kills it while its record waits. */
async function sendAndDie(at: Date): Promise<void> {
  const held = await lockTable("occurrences");
  const before = smtp.received.length;
  const kill = await startNotificationProcess(smtp.url, at);
  kills.push(kill);
  await held.waiting(1);
  expect(smtp.received).toHaveLength(before + 1);
  await kill();
  await held.release();
  await letGo();
}

/** The killed process's database connection must end before its locks are released; then its leases expire. */
const letGo = () => delay(processLeaseMs + 500);

async function composed(): Promise<string> {
  const { id } = await createNotification(await admin(), validate(NotificationCreate, daily));
  clock.set(due);
  const { texts } = new NotificationWorker(services);
  texts.wake();
  await texts.idle();
  await texts.stop();
  return id;
}

it("killed between the server's 250 and our record: one duplicate, shown in the history", async () => {
  const id = await composed();
  await sendAndDie(due);
  await run(plus(due, second));
  await run(plus(due, hour));
  expect(smtp.received).toHaveLength(2);
  expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1);
  const [occurrence] = await listOccurrences(notificationSchedule, await admin(), { id, limit: 1 });
  expect(occurrence && occurrenceView(occurrence)).toMatchObject({
    status: "sent",
    destinations: [{ status: "sent", attempts: 2, mayBeDuplicate: true }],
  });
});

it("killed twice at the same point: no third message, and the history says so", async () => {
  await composed();
  await sendAndDie(due);
  await sendAndDie(plus(due, second));
  await run(plus(due, hour));
  expect(smtp.received).toHaveLength(2);
  expect(await dispatchesOf(services, workspace.id)).toMatchObject([
    { status: "failed", error: "UNKNOWN_OUTCOME" },
  ]);
  expect(await occurrencesOf(services, workspace.id)).toMatchObject([{ status: "failed" }]);
});

it("killed while it writes the text, or the mails: nothing is lost, and it is sent once, as soon as the lease has expired", async () => {
  await createNotification(await admin(), validate(NotificationCreate, daily));
  const held = await lockTable("dispatches");
  const kill = await startNotificationProcess(smtp.url, due);
  kills.push(kill);
  await held.waiting(1);
  await kill();
  await held.release();
  await letGo();
  await run(plus(due, second));
  expect(smtp.received).toHaveLength(1);
  expect(await occurrencesOf(services, workspace.id)).toMatchObject([{ status: "sent" }]);
});
