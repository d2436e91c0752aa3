import { type LoadResult, load } from "./load";
import { record } from "./recording";
import { type Figure, median } from "./report";
import { bareServer, leanServer, type Server } from "./servers";
import type { Stage } from "./stage";

const paths = ["/v2/departments", "/v2/leaves?limit=100"];
const connections = 32;
const rounds = 3;
const roundSeconds = 4;

type Contestants = Record<"bare" | "lean", Server>;

/** The lean mount compared with a bare server that sends the same statements. */
export async function reads(stage: Stage): Promise<Figure[]> {
  const recording = Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await record(stage, { path })])),
  );
  const servers: Contestants = {
    bare: await bareServer(stage.environment, recording),
    lean: await leanServer(stage.environment),
  };
  try {
    const figures: Figure[] = [];
    for (const path of paths) figures.push(...(await compare(path, servers, stage.keys)));
    return figures;
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

async function compare(path: string, servers: Contestants, keys: string[]): Promise<Figure[]> {
  const results: Record<keyof Contestants, LoadResult[]> = { bare: [], lean: [] };
  const names = ["bare", "lean"] as const;
  for (const name of names) await run(path, servers[name], keys, 3);
  for (let round = 0; round < rounds; round++)
    for (const name of names) results[name].push(await run(path, servers[name], keys, roundSeconds));
  const rate = (name: keyof Contestants) => median(results[name].map((result) => result.requestsPerSecond));
  const p99 = (name: keyof Contestants) => median(results[name].map((result) => result.p99));
  const [bare, lean] = [rate("bare"), rate("lean")];
  return [
    {
      name: `GET ${path}: throughput over a bare server`,
      ratio: lean / bare,
      target: { atLeast: 0.8 },
      readings: { "lean/s": lean, "bare/s": bare },
    },
    {
      name: `GET ${path}: p99 over a bare server`,
      ratio: p99("lean") / p99("bare"),
      target: { atMost: 2 },
      readings: { "lean ms": p99("lean"), "bare ms": p99("bare") },
    },
  ];
}

const run = (path: string, server: Server, keys: string[], seconds: number): Promise<LoadResult> =>
  load({ url: server.url, path, keys, connections, seconds });
