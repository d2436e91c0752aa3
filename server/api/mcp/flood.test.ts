import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { grantLimits } from "@/server/modules/integrations/rate-limits/policy";
import { apiClient } from "@/server/test/api-client";
import { makeKeys, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { callOf, makeGrant, postMcp, type TestGrant } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeWorkspace(services);
});
afterAll(() => services.close());

const call = async ({ token }: TestGrant) =>
  (await postMcp(services, { token, body: callOf("get_workspace_info") })).status;

const tally = (statuses: readonly number[]) => ({
  admitted: statuses.filter((status) => status === 200).length,
  refused: statuses.filter((status) => status === 429).length,
});

it("429 to 10,000 calls a minute of one connection beyond its limits, and to no other caller", async () => {
  const { user, admin } = workspace.people;
  const busy = await makeGrant(services, user);
  // One of the same user, one of the same workspace, and a key.
  const others = [await makeGrant(services, user), await makeGrant(services, admin)];
  const { admin: key } = await makeKeys(services, workspace);
  const { v2 } = apiClient(services);
  const [turns, atOnce, everyMs] = [10, 1000, 6 * second];
  const [flood, normal]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    const flooding = Array.from({ length: atOnce }, () => call(busy));
    const beside = Array.from({ length: 10 }, (_, at) => call(others[at % 2] ?? busy));
    const rest = Array.from({ length: 10 }, async () => (await v2("GET", "/v2/leave-types", { key })).status);
    flood.push(...(await Promise.all(flooding)));
    normal.push(...(await Promise.all([...beside, ...rest])));
    clock.pass(everyMs);
  }
  const admitted = grantLimits.burst + ((turns - 1) * everyMs) / grantLimits.intervalMs;
  expect(tally(flood)).toEqual({ admitted, refused: turns * atOnce - admitted });
  expect(tally(normal)).toEqual({ admitted: turns * 20, refused: 0 });
});
