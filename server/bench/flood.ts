import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { sessionCookieOf } from "./client-session";
import { type Figure, percentile } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";

const quietMs = 10_000;
const floodMs = 15_000;
/** The interval of the healthy client, which waits for each answer. */
const everyMs = 100;
const clients = 3;
const maxSlowdown = 3;

const batch = `/api/trpc/${Array.from({ length: 10 }, () => "leaveTypes.list").join(",")}?batch=1`;

/** Latency for a working user while three other clients request missing pages, or batches, as quickly as they can. */
export async function flood(stage: Stage): Promise<Figure[]> {
  const rates = { PAGE_RATE_PER_SESSION: "20", PAGE_RATE_PER_SOURCE: "20", TRUSTED_PROXIES: "1" };
  const server = await leanServer({ ...stage.environment, ...rates });
  const pool = new Pool(server.url, { connections: 16, pipelining: 1 });
  try {
    const healthy = cookieText(await sessionCookieOf(stage));
    const flooding = await Promise.all(
      Array.from({ length: clients }, async () => cookieText(await sessionCookieOf(stage))),
    );
    const work = (ms: number) => timesOf(pool, healthy, ms);
    await work(quietMs / 3);
    const before = await work(quietMs);
    const figures: Figure[] = [];
    for (const [name, ask] of [
      ["pages that are not there", (at: number) => ({ path: `/nothing/${at}`, headers: {} })],
      ["batches of calls", (at: number) => ({ path: batch, headers: { cookie: flooding[at] ?? "" } })],
    ] as const) {
      const during = await whileFlooded(server, ask, () => work(floodMs));
      await delay(quietMs / 2);
      figures.push({
        name: `p99 of a page while ${clients} clients ask for ${name}, to p99 without them`,
        ratio: percentile(during, 0.99) / percentile(before, 0.99),
        target: { atMost: maxSlowdown },
        readings: { "quiet p99 ms": percentile(before, 0.99), "flooded p99 ms": percentile(during, 0.99) },
      });
    }
    return figures;
  } finally {
    await pool.close();
    await server.stop();
  }
}

const cookieText = ({ name, value }: { name: string; value: string }): string => `${name}=${value}`;

/** Sequential requests of one user from an office that no other client shares. @throws when any is refused */
async function timesOf(pool: Pool, cookie: string, ms: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const started = performance.now();
    const { statusCode, body } = await pool.request({
      method: "GET",
      path: "/dashboard/leaves",
      headers: { cookie, accept: "text/html", "x-forwarded-for": "198.51.100.1" },
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`The healthy one was answered with ${statusCode}.`);
    times.push(performance.now() - started);
    await delay(everyMs);
  }
  return times;
}

type Ask = (at: number) => { path: string; headers: Record<string, string> };

async function whileFlooded<T>({ url }: Server, ask: Ask, work: () => Promise<T>): Promise<T> {
  const pool = new Pool(url, { connections: clients, pipelining: 1 });
  let isOver = false;
  const floods = Array.from({ length: clients }, async (_, at) => {
    while (!isOver) {
      const { path, headers } = ask(at);
      const address = { "x-forwarded-for": "203.0.113.1" };
      const { body } = await pool.request({ method: "GET", path, headers: { ...headers, ...address } });
      await body.dump();
    }
  });
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(floods);
    await pool.close();
  }
}
