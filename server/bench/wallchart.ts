import { type Figure, percentile } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";

const samples = 200;
/** A month in the middle of everyone's history, with as many absences as any other. */
const month = (now: Date) => {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const last = new Date(first.getTime() + 30 * 86_400_000);
  const [startDate, endDate] = [first, last].map((at) => at.toISOString().slice(0, 10));
  return `startDate=${startDate}&endDate=${endDate}`;
};

const measured = [
  { name: "wallchart of 100 people and 31 days: p95 over 120 ms", path: "/v2/wallchart", atMostMs: 120 },
  { name: "wallchart's counts of 5,000 people: p95 over 60 ms", path: "/v2/wallchart/counts", atMostMs: 60 },
];

/** Consecutive pages of the wallchart, and its counts, for 5,000 people and a million leaves. */
export async function wallchart(stage: Stage): Promise<Figure[]> {
  const server = await leanServer(stage.environment);
  const days = month(new Date());
  try {
    const figures: Figure[] = [];
    for (const { name, path, atMostMs } of measured) {
      const times: number[] = [];
      let token = "";
      for (let turn = 0; turn < samples; turn++) {
        const start = performance.now();
        const next = await ask(server, stage, `${path}?${days}${token && `&nextToken=${token}`}`, turn);
        // The first tenth warms caches and prepared statements.
        if (turn >= samples / 10) times.push(performance.now() - start);
        token = next ?? "";
      }
      const p95 = percentile(times, 0.95);
      figures.push({
        name,
        ratio: p95 / atMostMs,
        target: { atMost: 1 },
        readings: { "p95 ms": p95, "median ms": percentile(times, 0.5) },
      });
    }
    return figures;
  } finally {
    await server.stop();
  }
}

async function ask(server: Server, stage: Stage, path: string, turn: number): Promise<string | undefined> {
  const key = stage.keys[turn % stage.keys.length];
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { nextToken?: string }).nextToken;
}
