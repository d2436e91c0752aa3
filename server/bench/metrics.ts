import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "../cli/free-port";
import { load } from "./load";
import { type Figure, median } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";

const path = "/v2/departments";
const connections = 32;
/** An even number: every second round reverses the order, so that no server always follows the same one. */
const rounds = 4;
/** Restarts of the servers: two identical processes differ by a few percent for their whole lifetime. */
const generations = 4;
const roundSeconds = 3;

const names = ["off", "metrics", "traces", "allTraces"] as const;
type Name = (typeof names)[number];

/** Accepts any request, as a collector does. */
async function startCollector() {
  let bytes = 0;
  const server = createServer((incoming, outgoing) => {
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    incoming.on("end", () => outgoing.setHeader("content-type", "application/json").end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, bytes: () => bytes, stop: () => server.close() };
}

/**
 * The cost of observability: a read with metrics, with traces of one request in twenty, and with traces of each request, compared with
 * neither.
 */
export async function metrics(stage: Stage): Promise<Figure[]> {
  const collector = await startCollector();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const additions: Record<Name, Record<string, string>> = {
    off: {},
    metrics: { METRICS_PORT: String(await freePort()) },
    traces: traced,
    allTraces: { ...traced, OTEL_TRACES_SAMPLER: "always_on" },
  };
  const readings: Record<Name, number[]> = { off: [], metrics: [], traces: [], allTraces: [] };
  try {
    for (let generation = 0; generation < generations; generation++)
      await measure(stage, additions, generation % 2 ? names.toReversed() : names, readings);
  } finally {
    collector.stop();
  }
  if (collector.bytes() === 0) throw new Error("the collector was sent nothing");
  const off = median(readings.off);
  const figure = (name: Name, words: string, atLeast: number): Figure => ({
    name: `GET ${path}: throughput with ${words} over without`,
    ratio: median(readings[name]) / off,
    target: { atLeast },
    readings: { "on/s": median(readings[name]), "off/s": off },
  });
  return [
    figure("metrics", "metrics", 0.98),
    figure("traces", "traces of one in twenty", 0.95),
    figure("allTraces", "traces of all", 0.75),
  ];
}

/** Adds one reading per round for each server, alternating between them. */
async function measure(
  stage: Stage,
  additions: Record<Name, Record<string, string>>,
  order: readonly Name[],
  readings: Record<Name, number[]>,
): Promise<void> {
  const servers = {} as Record<Name, Server>;
  try {
    for (const name of order) {
      servers[name] = await leanServer({ ...stage.environment, ...additions[name] });
      // Next tracks a page's async context through every `await` of the process from its first page on, as a trace does.
      await (await fetch(`${servers[name].url}/login`)).text();
    }
    for (let round = 0; round <= rounds; round++)
      for (const name of round % 2 ? order : order.toReversed()) {
        const { url } = servers[name];
        const result = await load({ url, path, keys: stage.keys, connections, seconds: roundSeconds });
        // The first round warms up.
        if (round > 0) readings[name].push(result.requestsPerSecond);
      }
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}
