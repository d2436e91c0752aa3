import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notifications } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/people";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute, plus, second } from "@/server/kernel/time/clock";
import { armForZoneData } from "@/server/modules/integrations/schedules/arm";
import { findNextDue, fireDue } from "@/server/modules/integrations/schedules/fire";
import { keptDays } from "@/server/modules/integrations/schedules/recurrence";
import { sweepOccurrences } from "@/server/modules/integrations/schedules/sweep-occurrences";
import { bulkMailWork } from "@/server/modules/messaging/outbox/mail-work";
import { makeUser, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { forgetRows } from "@/server/test/forget-rows";
import { as } from "@/server/test/leave-kit";
import { mailRows } from "@/server/test/mail-kit";
import {
  birthday,
  daily,
  dispatchesOf,
  NotificationWorker,
  notificationRows,
  occurrencesOf,
  weekly,
} from "@/server/test/notification-kit";
import { standingClock, testServices } from "@/server/test/services";
import { type SmtpStandIn, startSmtp } from "@/server/test/smtp-stand-in";
import { validate } from "@/server/transport/validate";
import { Engine } from "@/server/worker/engine";
import type { LaneCapacity } from "@/server/worker/kind";
import { claimTexts } from "./claim-texts";
import { createNotification } from "./create";
import { deleteNotification } from "./delete";
import type { SendingOptions } from "./message-work";
import { notificationSchedule } from "./schedule";
import { NotificationCreate } from "./schema";
import { updateNotification } from "./update";

let services: Services;
let smtp: SmtpStandIn;
let workspace: TestWorkspace;
const clock = standingClock();
/** Friday, 13:00 in Paris. */
const start = new Date("2026-11-20T12:00:00.000Z");
/** Monday, 09:00 in Paris. */
const due = new Date("2026-11-23T08:00:00.000Z");
const workers: Pick<NotificationWorker, "stop">[] = [];
const statements: string[] = [];

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
  clock.set(start);
  smtp.received.length = 0;
  await services.db.delete(notifications);
  workspace = await makeWorkspace(services);
});
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

/** The engine's request for work of a leased workspace. */
const capacity = (count: number, workspaceId = workspace.id): LaneCapacity[] => [
  { workspaceId, lane: workspaceId, capacity: count, inHand: [] },
];
const claimMails = bulkMailWork().claim;
const looks = [() => claimTexts(services, capacity(1)), () => claimMails(services, capacity(10))];

const admin = () => as(services, workspace.people.admin);
const made = async (body: unknown, who = workspace.people.admin) =>
  createNotification(await as(services, who), validate(NotificationCreate, body));
const change = async (id: string, patch: Record<string, unknown>) =>
  updateNotification(await admin(), id, patch);
function worker(options: SendingOptions = { random: () => 0.5 }): NotificationWorker {
  const made = new NotificationWorker(services, options);
  workers.push(made);
  return made;
}
async function run(at?: Date): Promise<void> {
  if (at) clock.set(at);
  await worker().run();
}
const history = async () =>
  (await occurrencesOf(services, workspace.id)).map(({ localDate, status, skipReason, isLate }) =>
    [localDate, status, skipReason, isLate ? "late" : null].filter(Boolean).join(" "),
  );
const next = async () =>
  (await notificationRows(services, workspace.id))[0]?.nextDueAt?.toISOString() ?? null;

describe("once for each local date", () => {
  it("not before it is due, then once, and the next date follows", async () => {
    await made(daily);
    await run(plus(due, -1));
    expect(await history()).toEqual([]);
    await run(due);
    await run();
    expect(await history()).toEqual(["2026-11-23 sent"]);
    expect(smtp.received).toHaveLength(1);
    expect(await next()).toBe("2026-11-24T08:00:00.000Z");
  });

  it("two schedulers and more at once send each exactly once", async () => {
    for (let i = 0; i < 40; i++) await made(daily);
    clock.set(due);
    await Promise.all(Array.from({ length: 4 }, () => worker().run()));
    expect(await history()).toEqual(Array(40).fill("2026-11-23 sent"));
    expect(smtp.received).toHaveLength(40);
    expect((await dispatchesOf(services, workspace.id)).map(({ attemptCount }) => attemptCount)).toEqual(
      Array(40).fill(1),
    );
  });

  it("each of ten due in the same minute once, when the tables were analysed while they were empty", async () => {
    await forgetRows(services, "notifications", looks);
    const addresses = Array.from({ length: 30 }, (_, n) => `r${n}@example.com`);
    for (let i = 0; i < 10; i++) await made({ ...daily, destinations: [{ platform: "email", addresses }] });
    clock.set(due);
    await run();
    expect(await history()).toEqual(Array(10).fill("2026-11-23 sent"));
    expect(smtp.received).toHaveLength(300);
    const tries = (await dispatchesOf(services, workspace.id)).map(({ attemptCount }) => attemptCount);
    expect(tries).toEqual(Array(300).fill(1));
  });

  it("a claim takes no more than its capacity, when the tables were analysed while they were empty", async () => {
    await forgetRows(services, "notifications", looks);
    const addresses = Array.from({ length: 30 }, (_, n) => `r${n}@example.com`);
    const { id } = await made({ ...daily, destinations: [{ platform: "email", addresses }] });
    await services.db.execute(sql`
      insert into notifications select (n).* from (
        select jsonb_populate_record(null::notifications, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid())) as n
        from notifications t, generate_series(2, 120) where t.id = ${id}) made`);
    clock.set(due);
    await fireDue(notificationSchedule, services);
    const { items: batches } = await claimTexts(services, capacity(1));
    expect(batches.map(({ texts }) => texts.length)).toEqual([100]);
    const { texts } = worker();
    texts.wake();
    await texts.idle();
    expect((await claimMails(services, capacity(3))).items).toHaveLength(3);
  });

  it("messages that end together are recorded together, also those of one notification", async () => {
    const addresses = Array.from({ length: 30 }, (_, n) => `r${n}@example.com`);
    await made({ ...daily, destinations: [{ platform: "email", addresses }] });
    clock.set(due);
    const { texts } = worker();
    texts.wake();
    await texts.idle();
    statements.length = 0;
    await run();
    expect(await history()).toEqual(["2026-11-23 sent"]);
    expect(smtp.received).toHaveLength(30);
    const settled = statements.filter((text) => text.includes("first_sent")).length;
    expect(settled).toBeGreaterThan(0);
    expect(settled).toBeLessThan(30);
  });

  it("a stop right after a wake-up waits only for messages in flight", async () => {
    await made(daily);
    clock.set(due);
    let release = () => undefined as unknown;
    const { texts } = worker();
    texts.wake();
    await texts.idle();
    const begun = new Promise<void>((tell) => {
      const send = () => {
        tell();
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      };
      const mailer = { send, close: () => undefined };
      const sending = new NotificationWorker({ ...services, mailer });
      workers.push(sending);
      sending.wake();
    });
    await begun;
    const sending = workers.at(-1) as NotificationWorker;
    sending.wake();
    const stopped = sending.stop();
    await delay(50);
    release();
    await stopped;
    expect(await history()).toEqual(["2026-11-23 sent"]);
  });

  it("a stop during a claim: begun attempts are sent, and none is left open", async () => {
    await made(daily);
    clock.set(due);
    const { texts } = worker();
    texts.wake();
    await texts.idle();
    const work = bulkMailWork();
    let goOn = () => undefined as unknown;
    const claimed = new Promise<Engine>((tell) => {
      const engine = new Engine(services, {
        ...work,
        async claim(...asked) {
          const found = await work.claim(...asked);
          tell(engine);
          await new Promise((resolve) => {
            goOn = () => resolve(undefined);
          });
          return found;
        },
      });
      engine.wake();
    });
    const stopped = (await claimed).stop();
    goOn();
    await stopped;
    expect(smtp.received).toHaveLength(1);
    expect(await mailRows(services)).toMatchObject([{ status: "sent", attemptOpen: false }]);
  });

  it("the clock goes back, and forward again: nothing is sent twice", async () => {
    await made(daily);
    await run(due);
    await run(plus(due, -3 * hour));
    await run(due);
    await run(plus(due, minute));
    expect(await history()).toEqual(["2026-11-23 sent"]);
  });

  it("the database refuses a second row of a date, whatever the schedule's pointer says", async () => {
    const { id } = await made(daily);
    await run(due);
    await services.db
      .update(notifications)
      .set({ nextDate: "2026-11-23", nextDueAt: due })
      .where(eq(notifications.id, id));
    await run(plus(due, minute));
    expect(await history()).toEqual(["2026-11-23 sent"]);
    expect(await next()).toBe("2026-11-24T08:00:00.000Z");
  });

  it("WEEKLY is sent on its day, BIRTHDAY every day", async () => {
    await made({ ...weekly, day: 4 });
    expect(await next()).toBe("2026-11-26T08:00:00.000Z");
    await services.db.delete(notifications);
    await made(birthday);
    expect(await next()).toBe("2026-11-21T08:00:00.000Z");
  });
});

describe("late and skipped", () => {
  it("missed by less than two hours is sent late, by more is skipped", async () => {
    await made(daily);
    await run(plus(due, 2 * hour - 1));
    await run(plus(due, day + 2 * hour));
    expect(await history()).toEqual(["2026-11-23 sent late", "2026-11-24 skipped too_late"]);
    expect(smtp.received).toHaveLength(1);
  });

  it("BIRTHDAY is sent as long as the local day lasts", async () => {
    const person = { workspaceId: workspace.id, locationId: workspace.locations.north };
    for (const on of ["1990-11-23", "1990-11-24"])
      await makeUser(services, {
        ...person,
        name: on,
        departmentId: workspace.departments.sales,
        birthday: on,
      });
    await made(birthday);
    await run(plus(due, 14 * hour));
    await run(plus(due, day + 15 * hour));
    expect((await history()).slice(-2)).toEqual(["2026-11-23 sent late", "2026-11-24 skipped too_late"]);
  });

  it("down for days: each missed date is recorded, and the next one is sent", async () => {
    await made({ ...daily, sendOnDays: [0, 1, 2, 3, 4, 5, 6] });
    await run(plus(due, 3 * day));
    expect(await history()).toEqual([
      "2026-11-21 skipped too_late",
      "2026-11-22 skipped too_late",
      "2026-11-23 skipped too_late",
      "2026-11-24 skipped too_late",
      "2026-11-25 skipped too_late",
      "2026-11-26 sent",
    ]);
  });

  it("down for years: only dates within the history's retention are recorded", async () => {
    await made({ ...daily, sendOnDays: [0, 1, 2, 3, 4, 5, 6] });
    await run(plus(due, 900 * day));
    const rows = await occurrencesOf(services, workspace.id);
    expect(rows.length).toBeLessThan(keptDays + 4);
    expect(rows.at(-1)?.status).toBe("sent");
  });

  it("no absences and sendEmpty false: skipped, with the reason", async () => {
    await made({ ...daily, sendEmpty: false });
    await run(due);
    expect(await history()).toEqual(["2026-11-23 skipped nobody"]);
    expect(smtp.received).toHaveLength(0);
  });

  it("an owner who left, or is no longer an approver: skipped", async () => {
    await made(daily, workspace.people.approver);
    await made(daily);
    await services.db.execute(
      sql`delete from department_approvers where user_id = ${workspace.people.approver.id}`,
    );
    await services.db
      .update(users)
      .set({ status: "INACTIVE" })
      .where(eq(users.id, workspace.people.admin.id));
    await run(due);
    expect(await history()).toEqual(Array(2).fill("2026-11-23 skipped owner_gone"));
  });

  it("history is kept for 90 days", async () => {
    await made(daily);
    await run(due);
    clock.set(plus(due, keptDays * day - 1));
    expect(await sweepOccurrences(services)).toBe(0);
    clock.set(plus(due, keptDays * day));
    expect(await sweepOccurrences(services)).toBe(1);
    expect(await dispatchesOf(services, workspace.id)).toEqual([]);
  });
});

describe("a change", () => {
  it("of hour, days or zone moves the next send", async () => {
    const { id } = await made(daily);
    await change(id, { hour: 7, minute: 30 });
    expect(await next()).toBe("2026-11-23T06:30:00.000Z");
    await change(id, { timezone: "America/New_York" });
    expect(await next()).toBe("2026-11-20T12:30:00.000Z");
    await change(id, { sendOnDays: [3] });
    expect(await next()).toBe("2026-11-25T12:30:00.000Z");
    await change(id, { name: "Other" });
    expect(await next()).toBe("2026-11-25T12:30:00.000Z");
  });

  it("after today's was sent: today is not sent again at a later hour", async () => {
    const { id } = await made(daily);
    await run(due);
    await change(id, { hour: 15 });
    expect(await next()).toBe("2026-11-24T14:00:00.000Z");
    await run(plus(due, 7 * hour));
    expect(smtp.received).toHaveLength(1);
  });

  it("at the moment it was due: it is sent, neither lost nor duplicated", async () => {
    const { id } = await made(daily);
    clock.set(plus(due, second));
    await change(id, { hour: 15 });
    await run();
    expect(await history()).toEqual(["2026-11-23 sent"]);
    expect(await next()).toBe("2026-11-24T14:00:00.000Z");
  });

  it("paused across the due time: nothing, and after resuming the next date", async () => {
    const { id } = await made(daily);
    await change(id, { enabled: false });
    expect(await next()).toBeNull();
    await run(plus(due, minute));
    await change(id, { enabled: true });
    await run();
    expect(await history()).toEqual([]);
    expect(await next()).toBe("2026-11-24T08:00:00.000Z");
  });

  it("paused and resumed before it is due: sent once", async () => {
    const { id } = await made(daily);
    clock.set(plus(due, -minute));
    await change(id, { enabled: false });
    await change(id, { enabled: true });
    await run(due);
    expect(await history()).toEqual(["2026-11-23 sent"]);
  });

  it("paused just after it was due, before anything was sent: recorded as paused", async () => {
    const { id } = await made(daily);
    clock.set(plus(due, second));
    await change(id, { enabled: false });
    await change(id, { enabled: true });
    await run();
    expect(await history()).toEqual(["2026-11-23 skipped paused"]);
    expect(await next()).toBe("2026-11-24T08:00:00.000Z");
  });

  it("paused between coming due and being written", async () => {
    const { id } = await made(daily);
    clock.set(due);
    await fireDue(notificationSchedule, services);
    await change(id, { enabled: false });
    await run();
    expect(await history()).toEqual(["2026-11-23 skipped paused"]);
  });

  it("deleted: unsent messages are not sent, and its history is deleted", async () => {
    const { id } = await made(daily);
    clock.set(due);
    await fireDue(notificationSchedule, services);
    await deleteNotification(await admin(), id);
    await run();
    expect([await history(), smtp.received]).toEqual([[], []]);
  });

  it("of the time zone data: instants are recomputed, what is due is sent", async () => {
    const first = await made(daily);
    await services.db
      .update(notifications)
      .set({ zoneData: "1999a", nextDueAt: plus(due, hour) })
      .where(eq(notifications.id, first.id));
    expect(await armForZoneData(notificationSchedule, services)).toBe(1);
    expect(await next()).toBe(due.toISOString());
    expect(await armForZoneData(notificationSchedule, services)).toBe(0);
  });
});

describe("a tick", () => {
  it("without anything due is one poll of each queue, which writes nothing, whatever lies in the future", async () => {
    await made(daily);
    const idle = worker();
    await idle.run();
    statements.length = 0;
    await idle.run();
    expect(statements).toHaveLength(6);
    expect(statements.filter((text) => !/^\s*(select|with recursive)/.test(text))).toEqual([]);
  });

  it("with 50,000 future ones reads a handful of pages", async () => {
    const row = await made(daily);
    await services.db.execute(sql`
      insert into notifications select (n).* from (
        select jsonb_populate_record(null::notifications, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(),
          'next_due_at', ${due.toISOString()}::timestamptz + i * interval '1 second')) as n
        from notifications t, generate_series(1, 50000) i where t.id = ${row.id}) made`);
    // Entries of deleted rows would be read, too.
    await services.db.execute(sql`vacuum (analyze) notifications`);
    statements.length = 0;
    await findNextDue(notificationSchedule, services.db);
    const [asked = ""] = statements;
    const filledIn = asked.replaceAll(/\$\d+/g, `'${start.toISOString()}'`);
    const plan = await services.db.execute(sql.raw(`explain (analyze, buffers, format json) ${filledIn}`));
    const [{ Plan: top }] = Object.values(plan[0] ?? {})[0] as [{ Plan: Record<string, number> }];
    expect((top["Shared Hit Blocks"] ?? 0) + (top["Shared Read Blocks"] ?? 0)).toBeLessThan(20);
    await services.db.delete(notifications);
  });
});
