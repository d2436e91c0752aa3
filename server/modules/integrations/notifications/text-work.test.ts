import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { notifications } from "@/drizzle/schema/notifications";
import { occurrences } from "@/drizzle/schema/schedules";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { hour, minute, plus, second } from "@/server/kernel/time/clock";
import { makeLeave, makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { daily, NotificationWorker, occurrencesOf } from "@/server/test/notification-kit";
import { standingClock, testServices } from "@/server/test/services";
import { type SmtpStandIn, startSmtp } from "@/server/test/smtp-stand-in";
import { validate } from "@/server/transport/validate";
import { createNotification } from "./create";
import { NotificationCreate } from "./schema";

let services: Services;
let smtp: SmtpStandIn;
let workspace: TestWorkspace;
const clock = standingClock();
/** Monday, 09:00 in Paris. */
const due = new Date("2026-11-23T08:00:00.000Z");
const statements: string[] = [];
let worker: NotificationWorker;

beforeAll(async () => {
  smtp = await startSmtp();
  const onStatement = (_: string, text: string) => void statements.push(text);
  services = await testServices({ clock, onStatement }, { SMTP_URL: smtp.url });
});
afterAll(async () => {
  await services.close();
  await smtp.close();
});
beforeEach(async () => {
  clock.set(plus(due, -hour));
  smtp.received.length = 0;
  await services.db.delete(notifications);
  workspace = await makeWorkspace(services);
  worker = new NotificationWorker(services, { random: () => 0.5 });
});
afterEach(() => worker.stop());

const made = async (more: object = {}, who: TestPerson = workspace.people.admin) =>
  createNotification(await as(services, who), validate(NotificationCreate, { ...daily, ...more }));
async function run(at: Date): Promise<void> {
  clock.set(at);
  await worker.run();
}
const history = async () =>
  (await occurrencesOf(services, workspace.id)).map(({ status, attemptCount }) => [status, attemptCount]);
const breakText = (id: string, locale = "xx") =>
  services.db
    .update(notifications)
    .set({ locale: locale as "en" })
    .where(eq(notifications.id, id));

it("a text that cannot be composed is retried after two minutes, and the others of its workspace are sent", async () => {
  const { id } = await made();
  await made();
  await breakText(id);
  services.log.level = "silent";
  await run(due);
  expect((await history()).sort()).toEqual([
    ["pending", 1],
    ["sent", 1],
  ]);
  await breakText(id, "en");
  await run(plus(due, 2 * minute - 1));
  expect(smtp.received).toHaveLength(1);
  await run(plus(due, 2 * minute));
  expect(smtp.received).toHaveLength(2);
  services.log.level = "error";
});

it("a text that cannot be composed after sixty attempts is given up", async () => {
  const { id } = await made();
  await breakText(id);
  services.log.level = "silent";
  await run(due);
  await services.db.update(occurrences).set({ attemptCount: 59, nextAttemptAt: due });
  await run(plus(due, second));
  services.log.level = "error";
  expect(await history()).toEqual([["failed", 60]]);
});

it("texts that cannot be written are retried, too", async () => {
  await made();
  await made();
  await services.db.execute(sql`alter table dispatches add constraint refused check (false) not valid`);
  services.log.level = "silent";
  await run(due);
  services.log.level = "error";
  await services.db.execute(sql`alter table dispatches drop constraint refused`);
  expect(await history()).toEqual(Array(2).fill(["pending", 1]));
  await run(plus(due, 2 * minute));
  expect(await history()).toEqual(Array(2).fill(["sent", 2]));
});

it("texts of one workspace share their reads, and each shows only employees within its owner's reach", async () => {
  const { people } = workspace;
  await makeLeave(services, people.northSeller, { startDate: "2026-11-23" });
  await makeLeave(services, people.approver, { startDate: "2026-11-23" });
  for (let i = 0; i < 8; i++) await made();
  await made({ name: "Sales", departmentIds: [encodeId("department", workspace.departments.sales)] });
  await made({ name: "North" }, people.locationAdmin);
  statements.length = 0;
  await run(due);
  expect(statements.filter((text) => text.includes("daterange"))).toHaveLength(3);
  const namesIn = (start: string) =>
    smtp.received
      .filter(({ mail }) => mail.subject?.startsWith(start))
      .map(({ mail: { text = "" } }) =>
        [people.northSeller, people.approver].map(({ name }) => text.includes(name)),
      );
  expect(namesIn("Who is away")).toEqual(Array(8).fill([true, true]));
  expect(namesIn("Sales")).toEqual([[true, false]]);
  expect(namesIn("North")).toEqual([[true, false]]);
});
