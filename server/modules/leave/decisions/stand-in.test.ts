import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { deleteLeave } from "@/server/modules/leave/requests/delete";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { getLeave } from "@/server/modules/leave/requests/get-leave";
import { endDelegation } from "@/server/modules/people/delegations/end";
import { deactivateUser } from "@/server/modules/people/people/set-status";
import { apiClient } from "@/server/test/api-client";
import { makeKeys, makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import {
  as,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
} from "@/server/test/leave-kit";
import { lockTable } from "@/server/test/lock-table";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { makeDelegation } from "@/server/test/stand-in-kit";
import { countToDecide } from "./count-to-decide";
import { findToDecide } from "./find-to-decide";
import { readDecisionContext } from "./read-decision-context";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let people: TestWorkspace["people"];
/** Belongs to platform and north, and reaches only themselves. */
let sam: TestPerson;
beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services);
  people = workspace.people;
  sam = people.platformer;
  await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
});

const open = (person: TestPerson, more = {}) =>
  makeLeave(services, person, { startDate: "2026-12-14", status: "OPEN", openedAt: testNow, ...more });
const waiting = async (person: TestPerson) => {
  const ctx = await as(services, person);
  const { items } = await findToDecide(ctx, { limit: 100, after: null });
  expect(await countToDecide(ctx)).toBe(items.length);
  const ids = items.map(({ leave }) => leave.id);
  expect((await readDecisionContext(ctx, ids)).map(({ leave }) => leave.id)).toEqual(ids);
  return ids;
};

describe("whose turn it is", () => {
  it("a stand-in sees it during the delegation, while both are active, and not a day longer", async () => {
    const id = await open(people.user);
    expect(await waiting(sam)).toEqual([]);
    await makeDelegation(services, people.approver, sam, { startDate: "2026-11-21", endDate: "2026-11-22" });
    expect(await waiting(sam)).toEqual([]);
    clock.pass(day);
    expect(await waiting(sam)).toEqual([id]);
    expect(await waiting(people.approver)).toEqual([id]);
    clock.pass(day);
    expect(await waiting(sam)).toEqual([id]);
    clock.pass(day);
    expect(await waiting(sam)).toEqual([]);
  });

  it("not one's own leave, the approver's, or that of a department outside the delegation", async () => {
    const { sales, platform } = workspace.departments;
    await setApprovers(services, workspace, platform, [[people.approver, 1]]);
    const seller = await makePerson(services, workspace, { name: "Sonja" });
    await open(sam);
    const theirs = await open(seller);
    await setApprovers(services, workspace, workspace.departments.engineering, [[people.approver, 1]]);
    const approvers = await open(people.approver);
    const id = await makeDelegation(services, people.approver, sam);
    expect(await waiting(sam)).toEqual([theirs]);
    const ctx = await as(services, sam);
    await expect(approveLeave(ctx, approvers)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await endDelegation(await as(services, people.approver), id);
    await makeDelegation(services, people.approver, sam, { departmentId: platform });
    expect(await waiting(sam)).toEqual([]);
    await makeDelegation(services, people.approver, sam, { departmentId: sales });
    expect(await waiting(sam)).toEqual([theirs]);
  });

  it("has the level of the approver; a stand-in's stand-in has none", async () => {
    const { sales } = workspace.departments;
    await setApprovers(services, workspace, sales, [
      [people.approver, 1],
      [people.admin, 2],
    ]);
    const id = await open(people.user);
    await makeDelegation(services, people.admin, sam);
    await makeDelegation(services, sam, people.northSeller);
    expect(await waiting(sam)).toEqual([]);
    const ctx = await as(services, sam);
    await expect(approveLeave(ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
    await approveLeave(await as(services, people.approver), id);
    expect(await waiting(sam)).toEqual([id]);
    expect(await waiting(people.northSeller)).toEqual([]);
    await approveLeave(ctx, id);
    expect(await leaveRow(services, id)).toMatchObject({
      status: "APPROVED",
      approvedLevel: 2,
      approverId: sam.id,
      standsInForId: people.admin.id,
    });
  });

  it("an approver of one level may be stand-in for the other, and the two roles are kept apart", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, [
      [people.approver, 1],
      [people.admin, 2],
    ]);
    await makeDelegation(services, people.admin, people.approver);
    const id = await open(people.user);
    const ctx = await as(services, people.approver);
    await approveLeave(ctx, id);
    expect(await leaveRow(services, id)).toMatchObject({ approvedLevel: 1, standsInForId: null });
    const { items } = await findToDecide(ctx, { limit: 10, after: null });
    expect(items.map(({ onBehalfOfName }) => onBehalfOfName)).toEqual(["Ada Admin"]);
    await approveLeave(ctx, id);
    expect(await leaveRow(services, id)).toMatchObject({
      status: "APPROVED",
      standsInForId: people.admin.id,
    });
  });

  it("a location admin can be a stand-in beyond their locations, with no further rights there", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, [
      [people.approver, 1],
      [people.admin, 2],
    ]);
    await makeDelegation(services, people.approver, people.locationAdmin);
    const id = await open(people.user);
    expect(await waiting(people.locationAdmin)).toEqual([id]);
    await approveLeave(await as(services, people.locationAdmin), id);
    expect(await leaveRow(services, id)).toMatchObject({
      status: "OPEN",
      approvedLevel: 1,
      standsInForId: people.approver.id,
    });
    expect(await waiting(people.locationAdmin)).toEqual([]);
  });
});

describe("the rights of a stand-in", () => {
  it("approve and deny, with the approver in the audit log; nothing else, not even edit, cancel and delete", async () => {
    await makeDelegation(services, people.approver, sam);
    const ctx = await as(services, sam);
    const id = await open(people.user);
    const refused = { code: "RESOURCE_NOT_FOUND" };
    await expect(editLeave(ctx, id, { reason: "x" })).rejects.toMatchObject(refused);
    await expect(cancelLeave(ctx, id, {})).rejects.toMatchObject(refused);
    await expect(deleteLeave(ctx, id)).rejects.toMatchObject(refused);
    await denyLeave(ctx, id, { reason: "Too many" });
    const lines = await services.db.select().from(auditEvents).where(eq(auditEvents.resourceId, id));
    expect(lines).toMatchObject([
      { action: "leave.deny", actingUserId: sam.id, standsInForId: people.approver.id },
    ]);
    expect(Object.keys(lines[0]?.changes ?? {})).not.toContain("standsInForId");
    const admin = await signedInCaller(services, people.admin);
    const { items } = await admin.audit.list({ resourceId: encodeId("leave", id) });
    expect(items[0]?.standsInFor).toMatchObject({ name: people.approver.name });
    const requester = await signedInCaller(services, people.user);
    expect(await requester.leaves.get({ id: encodeId("leave", id) })).toMatchObject({
      approverName: sam.name,
      standsInForName: people.approver.name,
      history: [{ step: "request" }, { step: "deny", standsInForName: people.approver.name }],
    });
  });

  it("see what the decision needs, the reason and a private type, while it waits; nothing elsewhere", async () => {
    await services.db.update(workspaces).set({ visibility: "SELF" }).where(eq(workspaces.id, workspace.id));
    await makeDelegation(services, people.approver, sam);
    await makeLeave(services, people.northSeller, { startDate: "2026-12-14" });
    const id = await open(people.user, { leaveTypeId: workspace.leaveTypes.sick, reason: "Knee" });
    const caller = await signedInCaller(services, sam);
    const leaveId = encodeId("leave", id);
    expect(await caller.approvals.toDecide({})).toMatchObject({
      items: [{ id: leaveId, typeName: "Sick", reason: "Knee", onBehalfOfName: people.approver.name }],
    });
    const [context] = await caller.approvals.context({ ids: [leaveId] });
    expect(context?.team.map(({ name }) => name)).toEqual([people.northSeller.name]);
    expect(context?.approvers).toMatchObject([
      { name: people.approver.name, standsInForId: null },
      { name: sam.name, standsInForId: encodeId("user", people.approver.id) },
    ]);
    const elsewhere = async () => {
      const ctx = await as(services, sam);
      await expect(getLeave(ctx, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
      const days = { startDate: "2026-12-14", endDate: "2026-12-14" };
      const answers = JSON.stringify([
        await caller.absences.overview({
          today: days.startDate,
          until: days.endDate,
          days: [days.startDate],
        }),
        await caller.wallchart.page(days),
        await caller.people.list({}),
      ]);
      expect(answers).not.toContain(people.user.name);
      expect(answers).not.toContain(people.northSeller.name);
    };
    await elsewhere();
    await approveLeave(await as(services, sam), id);
    await elsewhere();
    expect(await caller.approvals.context({ ids: [leaveId] })).toEqual([]);
    expect(await caller.approvals.toDecide({})).toMatchObject({ items: [] });
  });

  it("not with a key beyond its reach; within it, for the approver", async () => {
    const keys = await makeKeys(services, workspace);
    const { sales } = workspace.departments;
    await setApprovers(services, workspace, sales, [
      [people.approver, 1],
      [people.admin, 2],
    ]);
    await makeDelegation(services, people.admin, people.user);
    await makeDelegation(services, people.admin, people.approver);
    const id = await open(people.northSeller);
    await approveLeave(await as(services, people.approver), id);
    const approve = `/v2/leaves/${encodeId("leave", id)}/approve`;
    const api = apiClient(services);
    expect((await api.v2("POST", approve, { key: keys.user })).status).toBe(404);
    const listed = await api.get<{ data: unknown[] }>("/v2/leaves/to-decide", keys.user);
    expect(listed.body.data).toEqual([]);
    expect((await api.v2("POST", approve, { key: keys.approver })).status).toBe(200);
    expect(await leaveRow(services, id)).toMatchObject({ standsInForId: people.admin.id });
  });
});

describe("concurrently", () => {
  it("an end and decisions: either a decision stands, or nothing was decided", async () => {
    const seen = { approved: 0, refused: 0 };
    for (let round = 0; round < 15; round++) {
      const delegation = await makeDelegation(services, people.approver, sam);
      const id = await open(people.user, { startDate: `2027-01-${String(round + 1).padStart(2, "0")}` });
      const [decider, approver] = [await as(services, sam), await as(services, people.approver)];
      const end = () => endDelegation(approver, delegation);
      const decide = () => approveLeave(decider, id);
      const calls = round % 2 ? [end(), decide()] : [decide(), end()];
      const [first, second] = await Promise.allSettled(calls);
      const [decided, ended] = round % 2 ? [second, first] : [first, second];
      expect(ended?.status).toBe("fulfilled");
      const { status, standsInForId } = await leaveRow(services, id);
      if (decided?.status === "fulfilled") {
        seen.approved++;
        expect([status, standsInForId]).toEqual(["APPROVED", people.approver.id]);
      } else {
        seen.refused++;
        expect(["FORBIDDEN", "RESOURCE_NOT_FOUND"]).toContain((decided as PromiseRejectedResult).reason.code);
        expect(status).toBe("OPEN");
      }
      await expect(approveLeave(decider, id)).rejects.toThrow();
    }
    expect(seen.approved + seen.refused).toBe(15);
  });

  it("an earlier end refuses a decision that had found the delegation; an earlier decision stands", async () => {
    const [decider, approver] = [await as(services, sam), await as(services, people.approver)];
    for (const isEndFirst of [true, false]) {
      const delegation = await makeDelegation(services, people.approver, sam);
      const id = await open(people.user, { startDate: isEndFirst ? "2026-12-14" : "2026-12-15" });
      // Each call is blocked at its audit line, after its checks.
      const held = await lockTable("audit_events");
      const end = () => endDelegation(approver, delegation);
      const decide = () => approveLeave(decider, id);
      const calls = [];
      for (const [count, call] of (isEndFirst ? [end, decide] : [decide, end]).entries()) {
        calls.push(call());
        await held.waiting(count + 1);
      }
      const settled = Promise.allSettled(calls);
      await held.release();
      const [first, second] = await settled;
      expect(first?.status).toBe("fulfilled");
      if (isEndFirst) expect(second).toMatchObject({ reason: { code: "FORBIDDEN" } });
      else expect(second?.status).toBe("fulfilled");
      expect((await leaveRow(services, id)).status).toBe(isEndFirst ? "OPEN" : "APPROVED");
    }
  });

  it("the approver and two stand-ins decide once", async () => {
    const other = people.locationAdmin;
    await makeDelegation(services, people.approver, sam);
    await makeDelegation(services, people.approver, other);
    const id = await open(people.user);
    const deciders = await Promise.all([sam, other, people.approver].map((one) => as(services, one)));
    const many = Array.from({ length: 21 }, (_, i) => {
      const ctx = deciders[i % 3];
      if (!ctx) throw new Error("There are three");
      return approveLeave(ctx, id);
    });
    expect(await outcomes(many)).toEqual({ ok: 1, CONFLICT: 20 });
  });

  it("a deactivated stand-in decides nothing more", async () => {
    await makeDelegation(services, people.approver, sam);
    const id = await open(people.user);
    const ctx = await as(services, sam);
    await deactivateUser(await as(services, people.admin), sam.id);
    await expect(approveLeave(ctx, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });
});
