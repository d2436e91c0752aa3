import { type LoadResult, load } from "./load";
import { record } from "./recording";
import { type Figure, median } from "./report";
import { bareServer, leanServer, nextServer, type Server } from "./servers";
import type { Stage } from "./stage";

const paths = ["/v2/departments", "/v2/leaves?limit=100"];
const connections = 32;
const rounds = 3;
const roundSeconds = 4;

type Contestants = Record<"bare" | "lean" | "next", Server>;

/** Benchmarks 1 and 2: the lean mount compared with a bare server with the same statements, and with Next's own route handlers. */
export async function reads(stage: Stage): Promise<Figure[]> {
  const recording = Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await record(stage, { path })])),
  );
  const servers: Contestants = {
    bare: await bareServer(stage.environment, recording),
    lean: await leanServer(stage.environment),
    next: await nextServer(stage.environment),
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
  const results: Record<keyof Contestants, LoadResult[]> = { bare: [], lean: [], next: [] };
  const names = ["bare", "lean", "next"] as const;
  for (const name of names) await run(path, servers[name], keys, name === "next" ? 8 : 3);
  for (let round = 0; round < rounds; round++)
    for (const name of names) results[name].push(await run(path, servers[name], keys, roundSeconds));
  const rate = (name: keyof Contestants) => median(results[name].map((result) => result.requestsPerSecond));
  const p99 = (name: keyof Contestants) => median(results[name].map((result) => result.p99));
  const [bare, lean, next] = [rate("bare"), rate("lean"), rate("next")];
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
    {
      name: `GET ${path}: throughput over Next's route handler`,
      ratio: lean / next,
      target: { atLeast: 5 },
      readings: { "lean/s": lean, "next/s": next, "bare over next": bare / next },
    },
  ];
}

const run = (path: string, server: Server, keys: string[], seconds: number): Promise<LoadResult> =>
  load({ url: server.url, path, keys, connections, seconds });
