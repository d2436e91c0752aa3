import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { notifications } from "@/drizzle/schema/notifications";
import type { Mailer } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { minute, plus, second } from "@/server/kernel/time/clock";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { daily, NotificationWorker } from "@/server/test/notification-kit";
import { standingClock, testServices } from "@/server/test/services";
import { validate } from "@/server/transport/validate";
import { createNotification } from "./create";
import { NotificationCreate } from "./schema";
import type { Sender } from "./send";

let services: Services;
let busy: TestWorkspace;
let other: TestWorkspace;
const clock = standingClock();
/** Monday, 09:00 in Paris. */
const due = new Date("2026-11-23T08:00:00.000Z");
const workers: NotificationWorker[] = [];

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(plus(due, -minute));
  await services.db.delete(notifications);
  busy = await makeWorkspace(services);
  other = await makeWorkspace(services);
});
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

const made = async (
  { people }: TestWorkspace,
  ...destinations: [platform: string, ...addresses: string[]][]
) =>
  createNotification(
    await as(services, people.admin),
    validate(NotificationCreate, {
      ...daily,
      destinations: destinations.map(([platform, ...addresses]) => ({ platform, addresses })),
    }),
  );

/** One copy for each of these numbers, due at the same time. */
const copies = (id: string, count: number) =>
  services.db.execute(sql`
    insert into notifications select (n).* from (
      select jsonb_populate_record(null::notifications, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid())) as n
      from notifications t, generate_series(2, ${count}::int) where t.id = ${id}) made`);

/** Resolves for the test's message, with the number of messages sent before it. */
function awaited(isIt: (address: string) => boolean) {
  let sentCount = 0;
  let tell: (sentCount: number) => void = () => undefined;
  const sent = new Promise<number>((resolve) => {
    tell = resolve;
  });
  return {
    sent,
    note(address: string) {
      sentCount++;
      if (isIt(address)) tell(sentCount);
    },
  };
}

/**
 * Runs everything until the mail to one@example.com is sent.
 * @param pauses before a mail and a message to a channel is sent
 * @returns the milliseconds since the texts were written, and how many messages were sent before it
 */
async function untilSent(pauses: { mail: () => Promise<unknown>; channel: () => Promise<unknown> }) {
  const { sent, note } = awaited((address) => address === "one@example.com");
  const sender: Sender = {
    async send({ address }) {
      await pauses.channel();
      note(address);
      return { kind: "sent", providerId: null };
    },
    close: async () => undefined,
  };
  const mailer: Mailer = {
    async send({ to }) {
      await pauses.mail();
      note(to);
    },
    close: () => undefined,
  };
  const worker = new NotificationWorker({ ...services, mailer }, { sender });
  workers.push(worker);
  clock.set(due);
  worker.texts.wake();
  await worker.texts.idle();
  const startedAt = performance.now();
  worker.wake();
  const sentCount = await sent;
  return { ms: performance.now() - startedAt, sentCount };
}

const atOnce = () => Promise.resolve();

it("a workspace with 2,000 due messages delays another's only message by at most 2 s", async () => {
  const { id } = await made(busy, ["email", "team@example.com"]);
  await copies(id, 2000);
  await made(other, ["email", "one@example.com"]);
  const { ms, sentCount } = await untilSent({ mail: () => delay(10), channel: atOnce });
  expect(ms).toBeLessThan(2 * second);
  expect(sentCount).toBeLessThan(500);
});

it("a hanging platform delays only itself", async () => {
  for (const workspace of [busy, other]) {
    const channels = Array.from({ length: 20 }, (_, n) => `C${n}`);
    for (const channel of channels) await made(workspace, ["slack", channel]);
  }
  await made(other, ["slack", "C99"], ["email", "one@example.com"]);
  const { ms } = await untilSent({ mail: atOnce, channel: () => delay(3 * second) });
  expect(ms).toBeLessThan(2 * second);
});
