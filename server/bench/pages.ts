import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Demo } from "../cli/demo";
import { makeThings, silentHost } from "./page-things";
import { signIn, type Visitor } from "./page-visitor";
import { type Figure, median } from "./report";
import { leanServer } from "./servers";

const maxBytes = 250_000;
/** For pages that people open every day, often on a phone: the framework included. */
const maxEverydayBytes = 185_000;
/** For the wallchart, beyond the scripts that Today needs as well. */
const maxChartBytes = 45_000;
const maxMs = 200;
const rounds = 7;

const dashboard = "/dashboard";
const openApi = "/dashboard/open-api";
const settings = "/dashboard/settings";
const addresses = [
  ...[openApi, `${openApi}/keys`, `${openApi}/keys/new`, `${openApi}/webhooks`, `${openApi}/webhooks/new`],
  ...[
    `${openApi}/notifications`,
    `${openApi}/notifications/new`,
    `${openApi}/reports`,
    `${openApi}/reports/new`,
  ],
  ...[`${openApi}/usage`, `${openApi}/logs`, `${openApi}/errors`, `${openApi}/legacy`],
  ...[`${openApi}/reference`, settings, `${settings}/oauth-clients`, `${settings}/oauth-clients/new`],
  ...[`${settings}/integrations`, `${settings}/audit-log`, `${settings}/apps`],
];
/** `leave` is added once it is created. */
const everyday = {
  today: dashboard,
  leaves: `${dashboard}/leaves`,
  balances: `${dashboard}/balances`,
  decide: "/decide/nothing",
  request: `${dashboard}/request`,
  wallchart: `${dashboard}/wallchart`,
  approvals: `${dashboard}/approvals`,
};
/** In a tag or in the list of the page's chunks. */
const script = /\/_next\/static\/chunks\/[\w.~%-]+\.js/g;
/** Browsers with module support ignore it. */
const polyfill = /<script[^>]*\bnomodule\b[^>]*>/gi;

/** Every page of the dashboard on the demo data: the time of its HTML, and the size of its compressed JavaScript. */
export async function pages(): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "timeaway-pages-"));
  const server = await leanServer({
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    HOST: "127.0.0.1",
    WEBHOOK_ALLOW_HOSTS: silentHost,
    PAGE_RATE_PER_SESSION: "0",
    PAGE_RATE_PER_SOURCE: "0",
  });
  try {
    const demo = JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8")) as Demo;
    const administrator = demo.signIns.find(({ role }) => role === "ADMIN");
    if (!administrator) throw new Error("The demo workspace has no administrator.");
    const visitor = await signIn(server.url, administrator);
    return await measure(visitor, await makeThings(server.url, visitor.cookie));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(visitor: Visitor, things: Record<string, string>): Promise<Figure[]> {
  const named = addresses.map((address) => [address.replace(/^\/dashboard\//, ""), address] as const);
  const weights = new Map<string, Promise<number>>();
  const times: Record<string, number> = {};
  const bytes: Record<string, number> = {};
  const all = { ...everyday, ...Object.fromEntries(named), ...things };
  for (const [name, address] of Object.entries(all)) {
    const page = await visitor.visit(address);
    const files = [...new Set(page.html.replaceAll(polyfill, "").match(script) ?? [])];
    for (const file of files) if (!weights.has(file)) weights.set(file, visitor.weigh(file));
    const sizes = await Promise.all(files.map((file) => weights.get(file) ?? 0));
    bytes[name] = sizes.reduce((sum, size) => sum + size, 0);
    const asked: number[] = [];
    for (let round = 0; round < rounds; round++) asked.push((await visitor.visit(address)).ms);
    times[name] = median(asked);
  }
  const light = Object.fromEntries(
    [...Object.keys(everyday), "leave"].map((name) => [name, bytes[name] ?? 0]),
  );
  return [
    {
      name: "compressed JavaScript of the heaviest everyday page over 185 kB",
      ratio: Math.max(...Object.values(light)) / maxEverydayBytes,
      target: { atMost: 1 },
      readings: light,
    },
    {
      name: "compressed JavaScript of the wallchart beyond Today's over 45 kB",
      ratio: ((bytes.wallchart ?? 0) - (bytes.today ?? 0)) / maxChartBytes,
      target: { atMost: 1 },
      readings: { wallchart: bytes.wallchart ?? 0, today: bytes.today ?? 0 },
    },
    {
      name: "compressed JavaScript of the heaviest page over 250 kB",
      ratio: Math.max(...Object.values(bytes)) / maxBytes,
      target: { atMost: 1 },
      readings: bytes,
    },
    {
      name: "HTML of the slowest page on the demo data over 200 ms",
      ratio: Math.max(...Object.values(times)) / maxMs,
      target: { atMost: 1 },
      readings: times,
    },
  ];
}
