import { setTimeout as delay } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { notifications as table } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/people";
import { integrationPlatforms } from "@/drizzle/schema/values";
import { loadSettings } from "@/server/kernel/env";
import { newId } from "@/server/kernel/ids";
import { createServices, type Services } from "@/server/kernel/services";
import { minute, plus, second } from "@/server/kernel/time/clock";
import { zoneDataVersion } from "@/server/kernel/time/local-time";
import { earlierMailWork } from "@/server/modules/integrations/notifications/earlier-mail-work";
import { messageWork } from "@/server/modules/integrations/notifications/message-work";
import { textWork } from "@/server/modules/integrations/notifications/text-work";
import { bulkMailWork } from "@/server/modules/messaging/outbox/mail-work";
import { Engine } from "@/server/worker/engine";
import { load } from "./load";
import type { MailQuestion } from "./notifications-receiver";
import { type Figure, median } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";
import { timeOrderedId } from "./time-ordered-id";
import { machineMs, startPart } from "./webhooks-process";

const dueTogether = 5000;
const future = 1_000_000;
const limits = { firstMs: 2 * second, allMs: minute, tickMs: 5 };
/** Requests a second during the sending, and the duration of each measurement; all measurements together are shorter than the sending. */
const requests = { rate: 100, seconds: 4 };
const rounds = 3;
const ticks = 200;

const address = "team@example.com";

/** Also removes pending mails of other benchmarks. */
const clear = ({ db }: Services) => db.execute(sql`truncate notifications, mails cascade`);

/** Adds notifications of an administrator, each about everyone, to one address, all due at one instant. */
async function addNotifications({ db, clock }: Services, count: number, dueAt: Date): Promise<void> {
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.status, "ACTIVE")));
  if (!owner) throw new Error("The stage has no administrator");
  const { workspaceId, id: ownerId } = owner;
  await db.insert(table).values({
    ...{ workspaceId, id: newId(), ownerId, name: "Overview", frequency: "DAILY", enabled: true },
    ...{ timezone: "UTC", hour: dueAt.getUTCHours(), minute: dueAt.getUTCMinutes(), locale: "en" },
    ...{ locationIds: [], departmentIds: [], labelIds: [], sendOnDays: [0, 1, 2, 3, 4, 5, 6] },
    ...{ groupBy: "TEAM", sendEmpty: true },
    destinations: [{ platform: "email", addresses: [address] }],
    ...{ nextDate: dueAt.toISOString().slice(0, 10), nextDueAt: dueAt, zoneData: zoneDataVersion() },
    ...{ createdAt: clock(), updatedAt: clock() },
  });
  const columns = await db.execute<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_name = 'notifications'`,
  );
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = columns.map(({ name }) => (name === "id" ? timeOrderedId(sql`n`) : sql.identifier(name)));
  await db.execute(sql`insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)} from ${table}, generate_series(2, ${count}::int) n`);
  await db.execute(sql`analyze ${table}`);
}

/** The cost of a tick that finds nothing due. */
async function idleTick(services: Services): Promise<Figure> {
  await clear(services);
  await addNotifications(services, future, plus(services.clock(), 60 * minute));
  const engines = [
    new Engine(services, textWork()),
    new Engine(services, bulkMailWork()),
    new Engine(services, earlierMailWork()),
    ...integrationPlatforms.map((platform) => new Engine(services, messageWork(services, platform))),
  ];
  const times: number[] = [];
  for (let turn = 0; turn < ticks; turn++) {
    const start = performance.now();
    for (const engine of engines) engine.wake();
    await Promise.all(engines.map((engine) => engine.idle()));
    times.push(performance.now() - start);
    if (engines.some((engine) => engine.takeSentCount() > 0)) throw new Error("Something was due");
  }
  for (const engine of engines) await engine.stop();
  return {
    name: `notifications: a tick with a million ahead and none due, over ${limits.tickMs} ms`,
    ratio: median(times) / limits.tickMs,
    target: { atMost: 1 },
    readings: { ms: median(times) },
  };
}

/** The p99 of requests in milliseconds, as the median of several rounds: other load on the machine comes in bursts. */
async function p99Of(url: string, keys: string[]): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < rounds; round++)
    measured.push((await load({ url, path: "/v2/leaves?limit=25", keys, connections: 8, ...requests })).p99);
  return median(measured);
}

/** The next whole minute that leaves enough time for the setup. */
const nextMinute = (now: Date): Date => new Date(Math.ceil((now.getTime() + 5 * second) / minute) * minute);

/** Benchmark 8: 5,000 notifications due at one minute, with requests meanwhile. */
export async function notifications(stage: Stage): Promise<Figure[]> {
  const receiver = startPart("notifications-receiver", 1, {});
  const port = await receiver.ask<number>({ type: "port" } satisfies MailQuestion);
  const environment = { ...stage.environment, SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` };
  const services = createServices(loadSettings(environment));
  try {
    const tick = await idleTick(services);
    await clear(services);
    const server = await leanServer(environment);
    try {
      const ask = () => p99Of(server.url, stage.keys);
      await ask();
      const calmMs = await ask();
      const dueAt = nextMinute(services.clock());
      await addNotifications(services, dueTogether, dueAt);
      await delay(dueAt.getTime() - services.clock().getTime());
      const dueMs = machineMs();
      const question: MailQuestion = { type: "arrivals", to: address, count: dueTogether };
      const arrived = receiver.ask<number[]>(question);
      const busyMs = await ask();
      const waits = (await arrived).map((at) => at - dueMs);
      return [tick, ...figuresOf(waits, calmMs, busyMs)];
    } finally {
      await server.stop();
    }
  } finally {
    await clear(services);
    await services.close();
    await receiver.stop();
  }
}

function figuresOf(waits: readonly number[], calmMs: number, busyMs: number): Figure[] {
  const [first = Number.NaN, last = Number.NaN] = [waits[0], waits.at(-1)];
  return [
    {
      name: `notifications: the first of ${dueTogether} due at one minute, over ${limits.firstMs} ms`,
      ratio: first / limits.firstMs,
      target: { atMost: 1 },
      readings: { ms: first },
    },
    {
      name: `notifications: all ${dueTogether} due at one minute, over ${limits.allMs} ms`,
      ratio: last / limits.allMs,
      target: { atMost: 1 },
      readings: { ms: last },
    },
    {
      name: `notifications: p99 of ${requests.rate} requests a second while they are sent, over before`,
      ratio: busyMs / calmMs,
      target: { atMost: 2 },
      readings: { "sending ms": busyMs, "before ms": calmMs },
    },
  ];
}
