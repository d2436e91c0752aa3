import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobs } from "@/server/jobs/list";
import type { Services } from "@/server/kernel/services";
import { closeAll, makePlace, readClosed } from "@/server/test/closed-kit";
import { pageScenarios, type Scenario, toolScenarios, v2Scenarios } from "@/server/test/closed-verbs";
import { standingClock, testServices } from "@/server/test/services";
import {
  jobsWithoutDays,
  pagesWithoutDays,
  toolsWithoutDays,
  v2WithoutDays,
} from "@/server/test/without-days";
import { v2Endpoints } from "./endpoints";
import { tools } from "./mcp/tools";
import { appRouter } from "./trpc";

let services: Services;
beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
});
afterAll(() => services.close());

const writes = v2Endpoints.filter(({ method }) => method !== "GET").map(({ operationId }) => operationId);
const mutations = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => (procedure as unknown as { _def: { type: string } })._def.type === "mutation")
  .map(([name]) => name);
const writingTools = tools.filter(({ write }) => write).map(({ name }) => name);

/** What happened to the closed days. */
async function run({ prepare, act }: Scenario, isClosed: boolean) {
  const place = await makePlace(services);
  const prepared = await prepare?.(place);
  if (isClosed) await closeAll(place);
  const before = await readClosed(place);
  await act(place, prepared);
  return { before, after: await readClosed(place) };
}

const each = (table: Record<string, readonly Scenario[]>) =>
  Object.entries(table).flatMap(([name, scenarios]) =>
    scenarios.map((one, place) => [place === 0 ? name : `${name}, case ${place + 1}`, one] as const),
  );

describe("every verb that writes", () => {
  it.each([
    ["endpoints of v2", writes, v2Scenarios, v2WithoutDays],
    ["mutations of pages", mutations, pageScenarios, pagesWithoutDays],
    ["tools", writingTools, toolScenarios, toolsWithoutDays],
    ["jobs", jobs.map(({ name }) => name), {}, jobsWithoutDays],
  ] as const)("%s: keeps closed days, or says why it touches no days", (_, names, guarded, without) => {
    expect([...Object.keys(guarded), ...Object.keys(without)].sort()).toEqual([...names].sort());
  });
});

describe.each([
  ["v2", v2Scenarios],
  ["a page", pageScenarios],
  ["a tool", toolScenarios],
] as const)("PERIOD_CLOSED or kept, by %s:", (_, table) => {
  it.each(each(table))("%s changes open days, and no closed ones", async (_name, one) => {
    const open = await run(one, false);
    expect(open.after).not.toEqual(open.before);
    const closed = await run(one, true);
    expect(closed.after).toEqual(closed.before);
  });
});
