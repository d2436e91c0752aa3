import { afterEach, expect, it } from "vitest";
import { startHttp } from "@/server/test/http-stand-in";
import { createLog } from "./log";
import { openMetrics } from "./metrics";
import { SpanExport } from "./span-export";
import { type Sampling, Tracer } from "./tracer";

const ends: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

async function tracing(sampling: Sampling, answers: number | null) {
  const collector = await startHttp(() => (answers === null ? null : { status: answers, body: {} }));
  const metrics = await openMetrics();
  const log = createLog("silent");
  const destination = { url: `${collector.url}/v1/traces`, headers: {}, serviceName: "test" };
  const tracer = new Tracer(sampling, new SpanExport(destination, metrics, () => log));
  ends.push(
    () => tracer.close(),
    () => collector.close(),
  );
  const count = async (outcome: string) =>
    Number(new RegExp(`outcome="${outcome}"} (\\d+)`).exec(await metrics.registry.metrics())?.[1] ?? 0);
  return { tracer, collector, count };
}
const everything = { followsParent: true, ratio: 1 };

it("a collector that never answers: the queue fills up, the rest is dropped, and close waits two seconds at most", async () => {
  const { tracer, count } = await tracing(everything, null);
  for (let at = 0; at < 10_000; at++) tracer.beginRoot(`span ${at}`, "internal")?.end();
  expect(await count("dropped")).toBe(10_000 - 8192);
  const began = performance.now();
  await tracer.close();
  expect(performance.now() - began).toBeLessThan(3000);
});

it("close sends each queued span once", async () => {
  const { tracer, collector, count } = await tracing(everything, 200);
  for (let at = 0; at < 1500; at++) tracer.beginRoot(`span ${at}`, "internal")?.end();
  await tracer.close();
  expect(await count("sent")).toBe(1500);
  const names = collector.requests.flatMap(({ body }) => body.match(/"span \d+"/g) ?? []);
  expect([names.length, new Set(names).size]).toEqual([1500, 1500]);
});

it("drops spans that the collector rejects permanently", async () => {
  const { tracer, collector, count } = await tracing(everything, 400);
  tracer.beginRoot("span", "internal")?.end();
  await tracer.close();
  expect([await count("dropped"), collector.requests.length]).toEqual([1, 1]);
});

it("samples a ratio of traces by trace ID; the caller's sampling flag counts only with followsParent", async () => {
  const { tracer } = await tracing({ followsParent: false, ratio: 0.25 }, 200);
  const chosen = Array.from({ length: 4000 }, () => tracer.beginRoot("span", "internal")).filter(Boolean);
  expect(chosen.length / 4000).toBeGreaterThan(0.2);
  expect(chosen.length / 4000).toBeLessThan(0.3);
  const [low, high] = ["10", "f0"].map(
    (byte) => `00-${"a".repeat(18)}${byte}${"b".repeat(12)}-${"c".repeat(16)}`,
  );
  expect(tracer.beginRoot("span", "internal", `${low}-00`)).toBeDefined();
  expect(tracer.beginRoot("span", "internal", `${high}-01`)).toBeUndefined();
});

it("no child span begins after its parent has ended", async () => {
  const { tracer } = await tracing(everything, 200);
  const span = tracer.beginRoot("request", "server");
  if (!span) throw new Error("no span was exported");
  await tracer.within(span, async () => {
    expect(tracer.begin("part", "client")).toMatchObject({ traceId: span.traceId, parentId: span.spanId });
    span.end();
    expect(tracer.begin("later", "client")).toBeUndefined();
  });
});
