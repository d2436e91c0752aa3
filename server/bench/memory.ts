import { readFileSync } from "node:fs";
import { load } from "./load";
import type { Figure } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";

const half = 50_000;
const limitMiB = 400;

/** Resident memory in MiB, as the kernel reports it (Linux). */
function residentMiB(server: Server): number {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Benchmark 4: memory of the serving process after 50,000 and after 100,000 requests. */
export async function memory(stage: Stage): Promise<Figure[]> {
  const server = await leanServer(stage.environment);
  const ask = () =>
    load({ url: server.url, path: "/v2/leaves?limit=25", keys: stage.keys, connections: 32, amount: half });
  try {
    await ask();
    const middle = residentMiB(server);
    await ask();
    const end = residentMiB(server);
    return [
      {
        name: "memory after 100,000 requests over 400 MiB",
        ratio: end / limitMiB,
        target: { atMost: 1 },
        readings: { MiB: end },
      },
      {
        name: "memory after 100,000 requests over 50,000",
        ratio: end / middle,
        target: { atMost: 1.15 },
        readings: { "MiB at 100,000": end, "MiB at 50,000": middle },
      },
    ];
  } finally {
    await server.stop();
  }
}
