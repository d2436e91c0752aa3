import { loadSettings } from "@/server/kernel/env";
import { createServices, type Services } from "@/server/kernel/services";
import { claimDeliveries } from "@/server/modules/integrations/webhooks/claim";
import { deliveryWork } from "@/server/modules/integrations/webhooks/delivery-work";
import { dueLanesOf, pollStart } from "@/server/worker/due-lanes";
import { type Figure, median } from "./report";
import type { Stage } from "./stage";
import { addDeliveries, addWebhooks, clearWebhooks, fillBacklog, repeatDeliveries } from "./webhooks-data";
import { type Part, startPart } from "./webhooks-process";
import type { ReceiverQuestion } from "./webhooks-receiver";
import type { SenderQuestion, Spent } from "./webhooks-sender";

/** Maximum concurrent requests to one webhook (`lane.ts`). */
const cap = 5;
const rounds = 5;

/** A database, a receiver on the second core, and a sender on the first. */
interface Bench {
  services: Services;
  receiver: { ask<T>(question: ReceiverQuestion): Promise<T> };
  sender: { ask<T>(question: SenderQuestion): Promise<T> };
  url: string;
}

/** Benchmark 7: the delivery engine with a separate receiver. */
export async function webhooks(stage: Stage): Promise<Figure[]> {
  const parts: Part[] = [];
  const start = (name: string, core: 0 | 1, environment: Record<string, string>): Part => {
    const part = startPart(name, core, environment);
    parts.push(part);
    return part;
  };
  const receiver = start("webhooks-receiver", 1, {});
  const port = await receiver.ask<number>({ type: "port" } satisfies ReceiverQuestion);
  const environment = { ...stage.environment, WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${port}` };
  const services = createServices(loadSettings(environment));
  const sender = start("webhooks-sender", 0, environment);
  const bench: Bench = { services, receiver, sender, url: `http://127.0.0.1:${port}` };
  try {
    const figures = [await throughput(bench, 20, 250), await throughput(bench, 1, 5000)];
    figures.push(await hanging(bench));
    for (const count of crowds) figures.push(await crowd(bench, count));
    return [...figures, ...(await latency(bench)), await backlog(bench)];
  } finally {
    await clearWebhooks(services);
    await services.close();
    await Promise.all(parts.map((part) => part.stop()));
  }
}

/**
 * Deliveries of new events, whose bodies are built first, and of the same events once more, compared with a bare loop that has the bodies.
 */
async function throughput(bench: Bench, hooks: number, each: number): Promise<Figure> {
  const runs: Record<"first" | "again" | "bare", Spent[]> = { first: [], again: [], bare: [] };
  for (let round = 0; round <= rounds; round++) {
    await clearWebhooks(bench.services);
    await addDeliveries(bench.services, await addWebhooks(bench.services, `${bench.url}/`, hooks), each);
    const first = await sendAll(bench, hooks * each);
    await repeatDeliveries(bench.services);
    const again = await sendAll(bench, hooks * each);
    const bare = await bench.sender.ask<Spent>({ type: "bare", concurrency: hooks * cap });
    // The first round warms up.
    if (round === 0) continue;
    runs.first.push(first);
    runs.again.push(again);
    runs.bare.push(bare);
  }
  const rate = (of: Spent[]): number => (hooks * each * 1000) / median(of.map(({ ms }) => ms));
  const cpuMicros = (of: Spent[]): number => (median(of.map(({ cpuMs }) => cpuMs)) * 1000) / (hooks * each);
  const { first, again, bare } = runs;
  // Compares consecutive runs: the machine's speed varies over time.
  const ratio = median(again.map(({ ms }, round) => (bare[round]?.ms ?? Number.NaN) / ms));
  return {
    name: `webhooks: deliveries to ${hooks} webhooks, ${hooks * cap} at once, over a bare undici loop`,
    ratio,
    target: { atLeast: 0.5 },
    readings: {
      ...{ "engine/s": rate(again), "with bodies to make/s": rate(first), "bare/s": rate(bare) },
      ...{ "engine CPU µs": cpuMicros(again), "bare CPU µs": cpuMicros(bare) },
    },
  };
}

/** The cost until everything due is sent and recorded. */
async function sendAll({ receiver, sender }: Bench, total: number): Promise<Spent> {
  await receiver.ask({ type: "forget" });
  const spent = await sender.ask<Spent>({ type: "engine" });
  const arrived = await receiver.ask<unknown[]>({ type: "arrivals" });
  if (arrived.length !== total) throw new Error(`${arrived.length} of ${total} deliveries arrived`);
  return spent;
}

const good = 1000;
const stuck = 500;

/** Milliseconds until 1,000 good deliveries have arrived, behind hanging ones of another webhook or alone. */
async function goodOnes(bench: Bench, hangingCount: number): Promise<number> {
  await clearWebhooks(bench.services);
  if (hangingCount > 0)
    await addDeliveries(
      bench.services,
      await addWebhooks(bench.services, `${bench.url}/hang`, 1),
      hangingCount,
    );
  await addDeliveries(bench.services, await addWebhooks(bench.services, `${bench.url}/`, 1), good);
  await bench.receiver.ask({ type: "forget" });
  const reached = bench.receiver.ask<number>({ type: "reached", count: good });
  const start = await bench.sender.ask<number>({ type: "start" });
  const took = (await reached) - start;
  await bench.sender.ask({ type: "stop" });
  return took;
}

async function hanging(bench: Bench): Promise<Figure> {
  const [alone, behind]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(await goodOnes(bench, 0));
    behind.push(await goodOnes(bench, stuck));
  }
  return {
    name: `webhooks: ${good} good deliveries behind ${stuck} hanging ones of another webhook, over without them`,
    ratio: median(behind) / median(alone),
    target: { atMost: 2 },
    readings: { "behind ms": median(behind), "alone ms": median(alone) },
  };
}

const crowds = [60, 200];
const ofHealthy = 200;
const measuredMs = 1000;

/** The time until half of a healthy webhook's events have arrived while `count` others begin to hang, none of which is known to fail. */
async function crowd(bench: Bench, count: number): Promise<Figure> {
  const waits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await clearWebhooks(bench.services);
    await addDeliveries(bench.services, await addWebhooks(bench.services, `${bench.url}/hang`, count), 5);
    await addDeliveries(bench.services, await addWebhooks(bench.services, `${bench.url}/`, 1), ofHealthy);
    await bench.receiver.ask({ type: "forget" });
    const reached = bench.receiver.ask<number>({ type: "reached", count: ofHealthy / 2 });
    const start = await bench.sender.ask<number>({ type: "start" });
    waits.push((await reached) - start);
    await bench.sender.ask({ type: "stop" });
  }
  return {
    name: `webhooks: median of ${ofHealthy} events while ${count} other webhooks begin to hang, over ${measuredMs} ms`,
    ratio: median(waits) / measuredMs,
    target: { atMost: 1 },
    readings: { ms: median(waits), "worst ms": Math.max(...waits) },
  };
}

const perSecond = 40;
const eventCount = 800;
const limits = { median: 100, p99: 500 };

/** From the commit of a change to its request at the receiver. */
async function latency(bench: Bench): Promise<Figure[]> {
  await clearWebhooks(bench.services);
  const [hook] = await addWebhooks(bench.services, `${bench.url}/`, 1);
  if (!hook) throw new Error("The webhook was not made");
  await bench.receiver.ask({ type: "forget" });
  const { workspaceId } = hook;
  const committed = await bench.sender.ask<[string, number][]>({
    type: "events",
    workspaceId,
    count: eventCount,
    perSecond,
  });
  const arrivals = new Map(await bench.receiver.ask<[string, number][]>({ type: "arrivals" }));
  const waits = committed.map(([id, at]) => (arrivals.get(id) ?? Number.NaN) - at).sort((a, b) => a - b);
  if (waits.length !== eventCount || waits.some(Number.isNaN)) throw new Error("Not every event arrived");
  const p99 = waits[Math.ceil(waits.length * 0.99) - 1] ?? Number.NaN;
  const what = `commit to first byte at ${perSecond} events a second`;
  return [
    {
      name: `webhooks: ${what}, median over ${limits.median} ms`,
      ratio: median(waits) / limits.median,
      target: { atMost: 1 },
      readings: { ms: median(waits) },
    },
    {
      name: `webhooks: ${what}, p99 over ${limits.p99} ms`,
      ratio: p99 / limits.p99,
      target: { atMost: 1 },
      readings: { ms: p99, "worst ms": waits.at(-1) ?? Number.NaN },
    },
  ];
}

const backlogs = { few: 1000, many: 1_000_000 };
const backlogWebhooks = 100;
const claims = 60;

async function backlog({ services, url }: Bench): Promise<Figure> {
  const few = await claimMs(services, url, backlogs.few);
  const many = await claimMs(services, url, backlogs.many);
  return {
    name: "webhooks: a claim at a backlog of a million over a thousand",
    ratio: many / few,
    target: { atMost: 1.5 },
    readings: { "million ms": many, "thousand ms": few },
  };
}

/** Median milliseconds of a claim of the maximum size; the claimed deliveries are put back. */
async function claimMs(services: Services, url: string, count: number): Promise<number> {
  await clearWebhooks(services);
  await fillBacklog(services, await addWebhooks(services, `${url}/`, backlogWebhooks), count);
  const findLanes = dueLanesOf(deliveryWork(services).queue);
  const times: number[] = [];
  for (let turn = 0; turn < claims; turn++) {
    const start = performance.now();
    const lanes = await findLanes(services, pollStart, [], services.clock());
    const { items } = await claimDeliveries(
      services,
      lanes.map((lane) => ({ ...lane, capacity: cap, inHand: [] })),
    );
    // The first ones warm up.
    if (turn >= claims / 4) times.push(performance.now() - start);
    if (items.length === 0) throw new Error("A claim took nothing");
  }
  return median(times);
}
