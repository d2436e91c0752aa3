import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { Pool } from "undici";
import { type Figure, percentile } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";
import { leaveBodies, prepareLeaves } from "./writes";

const clients = 32;
const calmSeconds = 8;
const replacingSeconds = 60;
const tickMs = 10;
/** Within the interval that the README recommends to operators: at least every other second. */
const askReadyEveryMs = 500;

/** A server as a load balancer sees it. */
interface Upstream {
  server: Server;
  pool: Pool;
  isReady: boolean;
}

/** Sends to ready servers in turn, without retries. */
class Balancer {
  private upstreams: Upstream[] = [];
  private turn = 0;

  async add(server: Server): Promise<void> {
    const upstream = { server, pool: new Pool(server.url, { connections: 32 }), isReady: true };
    this.upstreams.push(upstream);
    void this.watch(upstream);
  }

  private async watch(upstream: Upstream): Promise<void> {
    while (this.upstreams.includes(upstream)) {
      const signal = AbortSignal.timeout(askReadyEveryMs);
      const answer = await fetch(`${upstream.server.url}/api/ready`, { signal }).catch(() => null);
      upstream.isReady = answer?.ok ?? false;
      await delay(askReadyEveryMs);
    }
  }

  /** Ends the oldest as an operator does, by SIGTERM. */
  async endOldest(): Promise<void> {
    const [oldest] = this.upstreams;
    if (!oldest) return;
    await oldest.server.stop();
    this.upstreams.shift();
    await oldest.pool.close();
  }

  async endAll(): Promise<void> {
    while (this.upstreams.length > 0) await this.endOldest();
  }

  async send(request: Parameters<Pool["request"]>[0]): Promise<number> {
    const ready = this.upstreams.filter(({ isReady }) => isReady);
    const upstream = ready[this.turn++ % ready.length];
    if (!upstream) throw new Error("no server is ready");
    const { statusCode, body } = await upstream.pool.request(request);
    await body.dump();
    return statusCode;
  }
}

/** One request in five is a write. */
function requests({ keys }: Stage, nextLeave: () => object) {
  return (at: number): Parameters<Pool["request"]>[0] => {
    const headers = { authorization: `Bearer ${keys[at % keys.length]}` };
    if (at % 5 > 0) return { method: "GET", path: "/v2/departments", headers };
    const write = { "content-type": "application/json", "idempotency-key": randomUUID() };
    const body = JSON.stringify(nextLeave());
    return { method: "POST", path: "/v2/leaves", headers: { ...headers, ...write }, body };
  };
}

/** Sends requests, and notes failures and latencies in milliseconds. */
class Sender {
  failures: string[] = [];
  times: number[] = [];
  private sent = 0;

  constructor(
    private readonly balancer: Balancer,
    private readonly requestAt: ReturnType<typeof requests>,
  ) {}

  async send(): Promise<void> {
    const begun = performance.now();
    try {
      const status = await this.balancer.send(this.requestAt(this.sent++));
      if (status >= 300) this.failures.push(String(status));
    } catch (error) {
      this.failures.push((error as { code?: string }).code ?? String(error));
    }
    this.times.push(performance.now() - begun);
  }

  /** @returns the requests per second that this machine carries, each client sending its next request after the answer */
  async carried(): Promise<number> {
    const until = performance.now() + calmSeconds * 1000;
    const work = async () => {
      while (performance.now() < until) await this.send();
    };
    await Promise.all(Array.from({ length: clients }, work));
    return this.times.length / calmSeconds;
  }

  /** Sends at a steady rate, independent of the answers. @returns the number sent */
  async steadily(perSecond: number): Promise<number> {
    const open: Promise<void>[] = [];
    const begun = performance.now();
    for (let seconds = 0; seconds < replacingSeconds; seconds = (performance.now() - begun) / 1000) {
      while (open.length < seconds * perSecond) open.push(this.send());
      await delay(tickMs);
    }
    await Promise.all(open);
    return open.length;
  }
}

/**
 * The number of failures among reads and writes while two processes are replaced in turn, at half the rate that both carry undisturbed: a
 * fixed rate could be more than a slow machine carries.
 */
export async function rolling(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1 });
  const { targets, start } = await prepareLeaves(sql);
  const balancer = new Balancer();
  const add = async () =>
    balancer.add(await leanServer({ ...stage.environment, SHUTDOWN_LEAD_SECONDS: "3" }));
  const sender = new Sender(balancer, requests(stage, leaveBodies(targets, start)));
  let [restarts, isSending] = [0, true];
  const restarting = async () => {
    while (isSending) {
      await delay(2000);
      await add();
      await balancer.endOldest();
      restarts++;
    }
  };
  try {
    await Promise.all([add(), add()]);
    const carried = await sender.carried();
    const calmP99 = percentile(sender.times.splice(0), 0.99);
    const sending = sender.steadily(carried / 2).finally(() => {
      isSending = false;
    });
    const [sent] = await Promise.all([sending, restarting()]);
    const { failures, times } = sender;
    if (failures.length > 0) console.error(`bench: failed: ${[...new Set(failures)].join(", ")}`);
    return [
      {
        name: "failed requests while processes are replaced, at half the rate that the machine carries",
        ratio: failures.length,
        target: { atMost: 0 },
        readings: {
          ...{ sent, "sent/s": carried / 2, restarts, "carried p99 ms": calmP99 },
          ...{ "p50 ms": percentile(times, 0.5), "p99 ms": percentile(times, 0.99) },
        },
      },
    ];
  } finally {
    await balancer.endAll();
    await prepareLeaves(sql);
    await sql.end();
  }
}
