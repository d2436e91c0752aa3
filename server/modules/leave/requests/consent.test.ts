import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { countToDecide } from "@/server/modules/leave/decisions/count-to-decide";
import { findToDecide } from "@/server/modules/leave/decisions/find-to-decide";
import { apiClient, type Listed, type Single } from "@/server/test/api-client";
import { makeKey, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import {
  as,
  days,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  tracesOf,
} from "@/server/test/leave-kit";
import { writeLeaveMails } from "@/server/test/leave-mail-kit";
import { mailRows } from "@/server/test/mail-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { approveLeave } from "./approve";
import { cancelLeave } from "./cancel";
import { deleteLeave } from "./delete";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { expireLeaves } from "./expire";
import { getLeaveDetails } from "./get-leave-details";
import { remindApprovers } from "./remind";
import { requestLeave } from "./request";
import { withdrawCancellation } from "./withdraw-cancellation";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let nina: TestPerson;
/** Approves at level 2. */
let head: TestPerson;
let people: TestWorkspace["people"];
beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services, { changesNeedConsent: true });
  people = workspace.people;
  nina = await makePerson(services, workspace);
  head = await makePerson(services, workspace, { name: "Hedy Head" });
  await setApprovers(services, workspace, workspace.departments.sales, [
    [people.approver, 1],
    [head, 2],
  ]);
});

const later = (count: number) => clock.set(new Date(testNow.getTime() + count * day));

/** Approved leave from Monday, 7 December 2026, to Friday. */
async function approved(): Promise<string> {
  const { id } = await requestLeave(await as(services, nina), days(nina, "2026-12-07", "2026-12-11"));
  await approveLeave(await as(services, people.approver), id);
  await approveLeave(await as(services, head), id);
  return id;
}
const ask = async (id: string) => cancelLeave(await as(services, nina), id, { reason: "Plans changed" });
const waiting = async (person: TestPerson) => {
  const ctx = await as(services, person);
  const { items } = await findToDecide(ctx, { limit: 10, after: null });
  expect(await countToDecide(ctx)).toBe(items.length);
  return items.map(({ leave }) => leave.id);
};

it("the owner asks, the leave stays approved, and one approver's consent cancels it", async () => {
  const id = await approved();
  const asked = await ask(id);
  expect(asked).toMatchObject({ status: "APPROVED", cancelReason: "Plans changed", durationWorkingDays: 5 });
  expect(asked.cancelAskedAt).toEqual(testNow);
  expect(await waiting(people.approver)).toEqual([id]);
  // One level is enough: level 2 is not asked.
  expect(await waiting(head)).toEqual([]);
  expect(await waiting(nina)).toEqual([]);
  const after = await approveLeave(await as(services, people.approver), id);
  expect(after).toMatchObject({
    status: "CANCELLED",
    approverId: people.approver.id,
    statusReason: "Plans changed",
    cancelAskedAt: null,
    cancelReason: null,
  });
  const { events, audit } = await tracesOf(services, id);
  expect(events.slice(-2)).toEqual(["leave.updated from APPROVED", "leave.cancelled from APPROVED"]);
  expect(audit.slice(-2).map(({ action }) => action)).toEqual(["leave.askCancel", "leave.consent"]);
  expect(JSON.stringify(audit)).not.toContain("Plans changed");
});

it("an approver refuses: the leave stays, with the reason", async () => {
  const id = await approved();
  await ask(id);
  const after = await denyLeave(await as(services, people.approver), id, { reason: "Too late" });
  expect(after).toMatchObject({ status: "APPROVED", cancelAskedAt: null, statusReason: "Too late" });
  expect(await waiting(people.approver)).toEqual([]);
  const { history } = await getLeaveDetails(await as(services, nina), id);
  expect(history.slice(-2)).toMatchObject([
    { step: "askCancel", by: { id: nina.id } },
    { step: "refuse", by: { id: people.approver.id }, reason: "Too late" },
  ]);
  // They may ask again.
  expect((await ask(id)).cancelAskedAt).not.toBeNull();
});

it("the owner withdraws the question; no one else can, and only once", async () => {
  const id = await approved();
  await ask(id);
  await expect(withdrawCancellation(await as(services, people.approver), id)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  const ctx = await as(services, nina);
  expect((await getLeaveDetails(ctx, id)).may).toMatchObject({ withdraw: true, cancel: false, edit: false });
  expect(await withdrawCancellation(ctx, id)).toMatchObject({ status: "APPROVED", cancelAskedAt: null });
  await expect(withdrawCancellation(ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await waiting(people.approver)).toEqual([]);
});

it("leave that began meanwhile ends on the day before it was asked", async () => {
  const id = await approved();
  later(19); // Wednesday, 9 December
  await ask(id);
  later(20);
  const after = await approveLeave(await as(services, people.approver), id);
  expect(after).toMatchObject({ status: "APPROVED", endDate: "2026-12-08", durationWorkingDays: 2 });
});

it("no answer: after seven working days, or when the leave is over, it stays approved", async () => {
  const [waited, over] = [await approved(), await approved2()];
  await ask(waited);
  later(8);
  await expireLeaves(services);
  expect((await leaveRow(services, waited)).cancelAskedAt).not.toBeNull();
  later(12);
  await expireLeaves(services);
  expect(await leaveRow(services, waited)).toMatchObject({ status: "APPROVED", cancelAskedAt: null });
  later(29);
  await cancelLeave(await as(services, nina), over, {});
  later(33);
  await expireLeaves(services);
  expect(await leaveRow(services, over)).toMatchObject({ status: "APPROVED", cancelAskedAt: null });
  expect((await tracesOf(services, over)).audit.at(-1)).toMatchObject({
    action: "leave.lapse",
    actingUserId: null,
  });
});

/** Monday to Tuesday, 21 and 22 December. */
async function approved2(): Promise<string> {
  const { id } = await requestLeave(await as(services, people.admin), {
    ...days(nina, "2026-12-21", "2026-12-22"),
    userId: nina.id,
  });
  return id;
}

it("neither an edit while it is asked nor a deletion gets around it; open requests and those who manage the person are free", async () => {
  const id = await approved();
  const ctx = await as(services, nina);
  await expect(deleteLeave(ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
  await ask(id);
  await expect(editLeave(ctx, id, { endDate: "2026-12-08" })).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(ask(id)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await cancelLeave(await as(services, people.admin), id)).toMatchObject({ status: "CANCELLED" });
  const { id: open } = await requestLeave(ctx, days(nina, "2026-12-14"));
  expect(await cancelLeave(ctx, open)).toMatchObject({ status: "CANCELLED" });
});

it("one who has no other approver needs no consent", async () => {
  await setApprovers(services, workspace, workspace.departments.sales, [[head, 1]]);
  const { id } = await requestLeave(await as(services, people.admin), {
    ...days(head, "2026-12-14"),
    userId: head.id,
  });
  expect(await cancelLeave(await as(services, head), id)).toMatchObject({ status: "CANCELLED" });
});

it("consent, refusal and withdrawal at once: one of them counts", async () => {
  for (let round = 0; round < 8; round++) {
    const id = await approved();
    const asked = await ask(id);
    const [approver, self] = [await as(services, people.approver), await as(services, nina)];
    const counts = await outcomes([
      approveLeave(approver, id),
      denyLeave(approver, id),
      withdrawCancellation(self, id),
      approveLeave(approver, id),
      denyLeave(approver, id),
    ]);
    expect(counts.ok).toBe(1);
    expect((await leaveRow(services, id)).version).toBe(asked.version + 1);
    if ((await leaveRow(services, id)).status === "APPROVED")
      await cancelLeave(await as(services, people.admin), id);
  }
});

it("200 v2: the leave and the list say what is asked, and approve agrees", async () => {
  const id = await approved();
  const api = apiClient(services);
  const path = `/v2/leaves/${encodeId("leave", id)}`;
  const own = await makeKey(services, { workspaceId: workspace.id, ownerId: nina.id });
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: people.approver.id });
  const asked = await api.v2<Single>("POST", `${path}/cancel`, { key: own, json: { reason: "Ill" } });
  expect(asked.body.data).toMatchObject({
    status: "APPROVED",
    cancellationRequestedAt: testNow.toISOString(),
  });
  const { body } = await api.get<Listed>("/v2/leaves/to-decide", key);
  expect(body.data).toMatchObject([
    { asks: "CANCELLATION", leave: { id: encodeId("leave", id) }, warnings: [] },
  ]);
  expect((await api.v2<Single>("POST", `${path}/withdraw-cancellation`, { key: own })).status).toBe(200);
  await api.v2("POST", `${path}/cancel`, { key: own, json: {} });
  const agreed = await api.v2<Single>("POST", `${path}/approve`, { key: key });
  expect(agreed.body.data).toMatchObject({ status: "CANCELLED", cancellationRequestedAt: null });
});

it("mails: to those who decide, by link and by reminder, and the answer to the person", async () => {
  const id = await approved();
  await writeLeaveMails(services);
  const before = (await mailRows(services)).length;
  const sent = async () => {
    await writeLeaveMails(services);
    return (await mailRows(services)).slice(before);
  };
  await ask(id);
  expect(await sent()).toMatchObject([
    { kind: "leave_request", subject: expect.stringContaining("asks to cancel leave") },
  ]);
  await remindApprovers(await as(services, nina), id);
  expect((await sent()).at(-1)).toMatchObject({ kind: "leave_reminder" });
  await denyLeave(await as(services, people.approver), id, { reason: "Too late" });
  expect((await sent()).at(-1)).toMatchObject({
    kind: "leave_decided",
    subject: expect.stringContaining("Your leave stays"),
  });
  await ask(id);
  await approveLeave(await as(services, people.approver), id);
  expect((await sent()).at(-1)).toMatchObject({
    kind: "leave_decided",
    subject: expect.stringContaining("cancelled"),
  });
});
