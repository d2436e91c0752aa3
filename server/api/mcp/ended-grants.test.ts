import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leaves } from "@/drizzle/schema/leaves";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Services } from "@/server/kernel/services";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { grantEndings } from "@/server/test/grant-endings";
import { makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { oneBehindTheOther } from "@/server/test/lock-table";
import { callOf, type McpReply, makeGrant, mcpScopes, postMcp, type TestGrant } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";

// Decision 13.6: an app's write commits while its grant is active, or not at all.

const wanted = { leaveType: "vacation", startDate: "2026-12-07", endDate: "2026-12-09" };

let services: Services;
let workspace: TestWorkspace;
let person: TestPerson;
let grant: TestGrant;
let plan: string;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services);
  await services.db
    .update(workspaces)
    .set({ aiAppsMayChangeLeave: true })
    .where(eq(workspaces.id, workspace.id));
});
afterAll(() => services.close());

const send = (body: unknown): Promise<McpReply> => postMcp(services, { token: grant.token, body });
const request = () => send(callOf("request_leave", { ...wanted, plan }));

async function connect(): Promise<void> {
  person = await makePerson(services, workspace);
  grant = await makeGrant(services, person, mcpScopes);
  ({ plan } = (await send(callOf("preview_leave", wanted))).json.result.structuredContent);
}
beforeEach(connect);

const leaveCount = async () =>
  (await services.db.select().from(leaves).where(eq(leaves.userId, person.id))).length;

/** The answer matches what was written. */
async function expectTruth({ status, json }: McpReply): Promise<void> {
  const isDone = status === 200 && !json.result.isError;
  expect([status, await leaveCount()]).toEqual(isDone ? [200, 1] : [expect.anything(), 0]);
}

describe.each(grantEndings)("%s", (_, end) => {
  const ending = () => end(services, { grant, person, admin: workspace.people.admin });

  it("nothing is written by a call after it", async () => {
    const [, reply] = await oneBehindTheOther("audit_events", ending, request);
    await expectTruth(reply);
    expect(await leaveCount()).toBe(0);
  });

  it("a call before it has committed first, or is undone", async () => {
    const [reply] = await oneBehindTheOther("audit_events", request, ending);
    await expectTruth(reply);
  });
});

it("401 says where to get another token", async () => {
  const ending = () => grantEndings[0]?.[1](services, { grant, person, admin: workspace.people.admin });
  const [, { status, headers }] = await oneBehindTheOther("audit_events", async () => ending(), request);
  expect([status, headers.get("www-authenticate")]).toEqual([
    401,
    expect.stringContaining("resource_metadata="),
  ]);
});

it("concurrently, many times: the answers match what was written", async () => {
  for (let round = 0; round < grantEndings.length * 3; round++) {
    await connect();
    const [, end] = grantEndings[round % grantEndings.length] ?? [];
    const ending = () => end?.(services, { grant, person, admin: workspace.people.admin });
    const first = round % 2 ? ending() : undefined;
    const [reply] = await Promise.all([request(), first ?? ending()]);
    await expectTruth(reply);
  }
});
