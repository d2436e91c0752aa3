import type { Client } from "@modelcontextprotocol/client";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { makeLeaveWorkspace, makePerson, setApprovers, setPolicy } from "@/server/test/leave-kit";
import {
  callOf,
  makeGrant,
  mcpClient,
  mcpScopes,
  postMcp,
  readScopes,
  type TestGrant,
} from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let person: TestPerson;
let grant: TestGrant;

const allow = (aiAppsMayChangeLeave: boolean) =>
  services.db.update(workspaces).set({ aiAppsMayChangeLeave }).where(eq(workspaces.id, workspace.id));

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeLeaveWorkspace(services, { approvalRequired: true });
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
  await allow(true);
});
afterAll(() => services.close());
beforeEach(async () => {
  person = await makePerson(services, workspace);
  grant = await makeGrant(services, person, mcpScopes);
});

const wanted = { leaveType: "vacation", startDate: "2026-12-07", endDate: "2026-12-09" };

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Result = { isError?: boolean; content: { text: string }[]; structuredContent: any };

async function call(name: string, given: unknown, by = grant): Promise<Result> {
  const { status, json } = await postMcp(services, { token: by.token, body: callOf(name, given) });
  expect(status).toBe(200);
  return json.result;
}

async function planOf(given: object, by = grant): Promise<string> {
  const { structuredContent } = await call("preview_leave", given, by);
  expect(structuredContent.faults).toEqual([]);
  return structuredContent.plan;
}

const leavesOf = ({ id }: TestPerson) => services.db.select().from(leaves).where(eq(leaves.userId, id));

async function requested(): Promise<string> {
  const { structuredContent } = await call("request_leave", { ...wanted, plan: await planOf(wanted) });
  return structuredContent.leaveId;
}

describe("200", () => {
  it("request_leave books what was previewed, and the audit log names grant and app", async () => {
    const preview = await call("preview_leave", { ...wanted, reason: "rest" });
    expect(preview.structuredContent).toMatchObject({
      workingDays: 3,
      balance: { years: [{ remainingBefore: 25, remainingAfter: 22 }] },
      approval: { isRequired: true, approvers: [{ name: "Paul Approver", level: 1 }] },
    });
    const { plan } = preview.structuredContent;
    const result = await call("request_leave", { ...wanted, reason: "rest", plan });
    expect(result.structuredContent).toMatchObject({ status: "OPEN" });
    expect(await leavesOf(person)).toMatchObject([
      { startDate: "2026-12-07", reason: "rest", status: "OPEN" },
    ]);
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.grantId, grant.id), eq(auditEvents.action, "leave.request")));
    expect(lines).toMatchObject([{ actingUserId: person.id, clientId: grant.clientId }]);
  });

  it("preview_leave names the last closed day, of new leave, of a change and of a cancellation", async () => {
    const leaveId = await requested();
    const shown = async (given: object) =>
      (await call("preview_leave", given)).structuredContent.closedThrough;
    const asked = [wanted, { leaveId, endDate: "2026-12-08" }, { leaveId, cancel: true }];
    expect(await Promise.all(asked.map(shown))).toEqual([null, null, null]);
    const closeTo = (closedThrough: string | null) =>
      services.db.update(users).set({ closedThrough }).where(eq(users.id, person.id));
    await closeTo("2026-10-31");
    expect(await Promise.all(asked.map(shown))).toEqual(["2026-10-31", "2026-10-31", "2026-10-31"]);
  });

  it("request_leave takes half days at either end, and get_leaves shows them", async () => {
    await setPolicy(services, workspace, { approvalRequired: true, shortestDuration: "HALF_DAY" });
    const halves = { ...wanted, startPart: "AFTERNOON", endPart: "MORNING" };
    const preview = await call("preview_leave", halves);
    expect(preview.structuredContent).toMatchObject({ workingDays: 2, faults: [] });
    await call("request_leave", { ...halves, plan: preview.structuredContent.plan });
    expect(await leavesOf(person)).toMatchObject([{ startPart: "AFTERNOON", endPart: "MORNING" }]);
    const { structuredContent } = await call("get_leaves", {
      ...{ startDate: "2026-12-07", endDate: "2026-12-09" },
    });
    expect(structuredContent.leaves).toMatchObject([{ startPart: "AFTERNOON", endPart: "MORNING" }]);
    await setPolicy(services, workspace, { approvalRequired: true });
  });

  it("20 concurrent calls with one plan book once, and all say so", async () => {
    const plan = await planOf(wanted);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => call("request_leave", { ...wanted, plan })),
    );
    expect(new Set(results.map(({ structuredContent }) => structuredContent.leaveId)).size).toBe(1);
    expect(await leavesOf(person)).toHaveLength(1);
  });

  it("change_leave and cancel_leave do what was previewed", async () => {
    const leaveId = await requested();
    const change = { leaveId, endDate: "2026-12-08", hours: null };
    const changed = await call("change_leave", { ...change, plan: await planOf(change) });
    expect(changed.structuredContent).toEqual({ leaveId, status: "OPEN" });
    expect(await leavesOf(person)).toMatchObject([{ endDate: "2026-12-08" }]);
    const plan = await planOf({ leaveId, cancel: true });
    const cancelled = await call("cancel_leave", { leaveId, plan });
    expect(cancelled.structuredContent).toEqual({ leaveId, status: "CANCELLED" });
  });

  it("decide_leave approves with the plan of the list", async () => {
    const leaveId = await requested();
    const approver = await makeGrant(services, workspace.people.approver, mcpScopes);
    const { structuredContent } = await call("list_requests_to_decide", { limit: 50 }, approver);
    const { plan, userName } = structuredContent.requests.find(
      (one: { leaveId: string }) => one.leaveId === leaveId,
    );
    expect(userName).toBe(person.name);
    const decided = await call("decide_leave", { leaveId, action: "approve", plan }, approver);
    expect(decided.structuredContent).toEqual({ leaveId, status: "APPROVED" });
  });
});

describe("a plan that was carried out", () => {
  it("isn't carried out again, even when its leave is gone", async () => {
    const plan = await planOf(wanted);
    const first = await call("request_leave", { ...wanted, plan });
    const { leaveId } = first.structuredContent;
    await call("cancel_leave", { leaveId, plan: await planOf({ leaveId, cancel: true }) });
    const again = await call("request_leave", { ...wanted, plan });
    expect(again.structuredContent).toEqual({ leaveId, status: "CANCELLED" });
    expect(await leavesOf(person)).toHaveLength(1);
  });
});

describe("refused, and nothing is written", () => {
  const refusals: [string, (plan: string) => Promise<Result>][] = [
    ["a plan for other days", (plan) => call("request_leave", { ...wanted, endDate: "2026-12-10", plan })],
    ["a plan with another reason", (plan) => call("request_leave", { ...wanted, reason: "x", plan })],
    [
      "an altered plan",
      (plan) =>
        call("request_leave", { ...wanted, plan: `${plan.startsWith("A") ? "B" : "A"}${plan.slice(1)}` }),
    ],
    ["no plan at all", () => call("request_leave", { ...wanted, plan: "x" })],
    [
      "a plan of another app of the same person",
      async (plan) =>
        call("request_leave", { ...wanted, plan }, await makeGrant(services, person, mcpScopes)),
    ],
    [
      "a plan of another person",
      async (plan) => {
        const other = await makePerson(services, workspace);
        return call("request_leave", { ...wanted, plan }, await makeGrant(services, other, mcpScopes));
      },
    ],
  ];
  it.each(refusals)("%s", async (_, attempt) => {
    const { isError, content } = await attempt(await planOf(wanted));
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining("plan: ")]);
    expect(await leavesOf(person)).toEqual([]);
  });

  it("a plan that is older than ten minutes", async () => {
    const plan = await planOf(wanted);
    clock.pass(10 * minute + 1000);
    const { isError, content } = await call("request_leave", { ...wanted, plan });
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining("Is over")]);
    expect(await leavesOf(person)).toEqual([]);
  });

  it("a change of a leave that has changed since", async () => {
    const leaveId = await requested();
    const change = { leaveId, endDate: "2026-12-08" };
    const [plan, cancelPlan] = [await planOf(change), await planOf({ leaveId, cancel: true })];
    const other = { leaveId, endDate: "2026-12-10" };
    await call("change_leave", { ...other, plan: await planOf(other) });
    for (const late of [
      await call("change_leave", { ...change, plan }),
      await call("cancel_leave", { leaveId, plan: cancelPlan }),
    ])
      expect(late).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("changed since") }],
      });
    expect(await leavesOf(person)).toMatchObject([{ endDate: "2026-12-10", status: "OPEN" }]);
  });

  it("leave whose rules have changed since the preview, even by a warning", async () => {
    const id = newId();
    const later = { ...wanted, startDate: "2026-12-14", endDate: "2026-12-15" };
    const plan = await planOf(later);
    const change = { leaveId: await requested(), endDate: "2026-12-10" };
    const changePlan = await planOf(change);
    await services.db.insert(leaveRules).values({
      ...{ workspaceId: workspace.id, id, name: "Ask ahead", kind: "NOTICE", effect: "WARN" },
      parameters: { unit: "CALENDAR_DAYS", days: 300, steps: [] },
      ...{ createdAt: clock(), updatedAt: clock() },
    });
    const [again, changed] = [
      await call("request_leave", { ...later, plan }),
      await call("change_leave", { ...change, plan: changePlan }),
    ];
    for (const refused of [again, changed]) {
      expect(refused.isError).toBe(true);
      expect(refused.content[0]?.text).toContain("The leave rules have changed since the preview.");
    }
    const { structuredContent } = await call("change_leave", { ...change, plan: await planOf(change) });
    expect(structuredContent).toMatchObject({ status: "OPEN" });
    await services.db.delete(leaveRules).where(eq(leaveRules.id, id));
  });

  it("a plan from another approver's list, or for another request", async () => {
    const [leaveId, approver] = [
      await requested(),
      await makeGrant(services, workspace.people.approver, mcpScopes),
    ];
    const admin = await makeGrant(services, workspace.people.admin, mcpScopes);
    const { requests } = (await call("list_requests_to_decide", { limit: 50 }, approver)).structuredContent;
    const planFor = (id: string) => requests.find((one: { leaveId: string }) => one.leaveId === id).plan;
    const other = requests.find((one: { leaveId: string }) => one.leaveId !== leaveId).leaveId;
    for (const [by, plan] of [
      [admin, planFor(leaveId)],
      [approver, planFor(other)],
    ])
      expect(await call("decide_leave", { leaveId, action: "approve", plan }, by)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("plan: ") }],
      });
    expect(await leavesOf(person)).toMatchObject([{ status: "OPEN" }]);
  });

  it("another user's leave, also by an administrator's assistant", async () => {
    const leaveId = await requested();
    const admin = await makeGrant(services, workspace.people.admin, mcpScopes);
    const { isError, content } = await call("preview_leave", { leaveId, cancel: true }, admin);
    expect([isError, content[0]?.text]).toEqual([
      true,
      expect.stringContaining("no one's leave but that of the person"),
    ]);
  });

  it("every write where the workspace doesn't let apps write, and these tools aren't offered either", async () => {
    const plan = await planOf(wanted);
    await allow(false);
    const { json } = await postMcp(services, {
      token: grant.token,
      body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    });
    const names = json.result.tools.map(({ name }: { name: string }) => name);
    expect(names).toContain("preview_leave");
    expect(names).not.toContain("request_leave");
    const { isError, content } = await call("request_leave", { ...wanted, plan });
    await allow(true);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining("doesn't let AI apps")]);
    expect(await leavesOf(person)).toEqual([]);
  });
});

describe("a client with elicitation", () => {
  async function asking(action: "accept" | "decline"): Promise<{ client: Client; asked: string[] }> {
    const asked: string[] = [];
    const client = await mcpClient(services, grant, "auto", { elicitation: {} });
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return { action, ...(action === "accept" && { content: {} }) };
    });
    return { client, asked };
  }

  it.each([
    ["accept", 1],
    ["decline", 0],
  ] as const)("asks the user; after %s there are %i leaves", async (action, count) => {
    const { client, asked } = await asking(action);
    const given = { ...wanted, plan: await planOf(wanted) };
    await client.callTool({ name: "request_leave", arguments: given });
    expect(asked).toEqual(["Request vacation, 2026-12-07 to 2026-12-09?"]);
    expect(await leavesOf(person)).toHaveLength(count);
    await client.close();
  });
});

it("403 insufficient_scope asks for what is missing in addition to the existing scopes", async () => {
  const reader = await makeGrant(services, person);
  const { status, headers } = await postMcp(services, {
    token: reader.token,
    body: callOf("request_leave", { ...wanted, plan: "x" }),
  });
  expect(status).toBe(403);
  expect(headers.get("www-authenticate")).toContain(`scope="${readScopes.join(" ")} mcp:leaves:write"`);
});
