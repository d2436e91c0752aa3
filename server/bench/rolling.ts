import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { Pool } from "undici";
import { type Figure, percentile } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";
import { leaveBodies, prepareLeaves } from "./writes";

const total = 20_000;
const perSecond = 300;
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

/** The number of failures among reads and writes at a steady rate while two processes are replaced in turn. */
export async function rolling(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1 });
  const { targets, start } = await prepareLeaves(sql);
  const nextLeave = leaveBodies(targets, start);
  const balancer = new Balancer();
  const add = async () =>
    balancer.add(await leanServer({ ...stage.environment, SHUTDOWN_LEAD_SECONDS: "3" }));
  const failures: string[] = [];
  const times: number[] = [];
  let [restarts, isSending] = [0, true];

  const send = async (at: number) => {
    const headers = { authorization: `Bearer ${stage.keys[at % stage.keys.length]}` };
    const begun = performance.now();
    try {
      const status = await balancer.send(
        at % 5 === 0
          ? {
              method: "POST",
              path: "/v2/leaves",
              headers: {
                ...headers,
                "content-type": "application/json",
                "idempotency-key": randomUUID(),
              },
              body: JSON.stringify(nextLeave()),
            }
          : { method: "GET", path: "/v2/departments", headers },
      );
      if (status >= 300) failures.push(String(status));
    } catch (error) {
      failures.push((error as { code?: string }).code ?? String(error));
    }
    times.push(performance.now() - begun);
  };
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
    const replaced = restarting();
    const sent: Promise<void>[] = [];
    const begun = performance.now();
    while (sent.length < total) {
      const due = Math.min(total, ((performance.now() - begun) / 1000) * perSecond);
      while (sent.length < due) sent.push(send(sent.length));
      await delay(tickMs);
    }
    await Promise.all(sent);
    isSending = false;
    await replaced;
  } finally {
    await balancer.endAll();
    await prepareLeaves(sql);
    await sql.end();
  }
  if (failures.length > 0) console.error(`bench: failed: ${[...new Set(failures)].join(", ")}`);
  return [
    {
      name: `failed of ${total} requests at ${perSecond}/s while processes are replaced`,
      ratio: failures.length,
      target: { atMost: 0 },
      readings: { restarts, "p50 ms": percentile(times, 0.5), "p99 ms": percentile(times, 0.99) },
    },
  ];
}
