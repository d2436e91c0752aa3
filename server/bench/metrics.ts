import { freePort } from "../cli/free-port";
import { load } from "./load";
import { type Figure, median } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";

const path = "/v2/departments";
const connections = 32;
const rounds = 5;
const roundSeconds = 4;

/** What counting costs: a read with metrics on, beside the same with metrics off, in turns. */
export async function metrics(stage: Stage): Promise<Figure[]> {
  const off = await leanServer(stage.environment);
  const on = await leanServer({ ...stage.environment, METRICS_PORT: String(await freePort()) });
  const readings: Record<"off" | "on", number[]> = { off: [], on: [] };
  try {
    for (let round = 0; round <= rounds; round++)
      for (const [name, server] of Object.entries({ off, on }) as ["off" | "on", typeof off][]) {
        const result = await load({
          ...{ url: server.url, path, keys: stage.keys, connections },
          seconds: roundSeconds,
        });
        // The first round warms up.
        if (round > 0) readings[name].push(result.requestsPerSecond);
      }
  } finally {
    await Promise.all([off.stop(), on.stop()]);
  }
  const [without, counted] = [median(readings.off), median(readings.on)];
  return [
    {
      name: `GET ${path}: throughput with metrics over without`,
      ratio: counted / without,
      target: { atLeast: 0.98 },
      readings: { "on/s": counted, "off/s": without },
    },
  ];
}
