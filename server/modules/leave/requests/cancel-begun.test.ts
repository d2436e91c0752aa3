import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { makeKey, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import {
  as,
  days,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  setPolicy,
  tracesOf,
} from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { cancelLeave } from "./cancel";
import { deleteLeave } from "./delete";
import { editLeave } from "./edit";
import { getLeaveDetails } from "./get-leave-details";
import { requestLeave } from "./request";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let nina: TestPerson;
beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services, { approvalRequired: false });
  nina = await makePerson(services, workspace);
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
});

/** Monday to Friday of the week after the test's Friday, 20 November 2026; on the given later day. */
async function begun(daysLater: number): Promise<string> {
  const { id } = await requestLeave(await as(services, nina), days(nina, "2026-11-23", "2026-11-27"));
  clock.set(new Date(testNow.getTime() + daysLater * day));
  return id;
}
it("the owner ends leave under way: days that are over stay, it ends yesterday, and the rest comes back", async () => {
  const id = await begun(5); // Wednesday
  const ctx = await as(services, nina);
  expect((await getLeaveDetails(ctx, id)).cancelEffect).toMatchObject({
    needsConsent: false,
    needsReason: false,
    daysBack: 3000,
    rest: { endDate: "2026-11-24" },
  });
  const after = await cancelLeave(ctx, id, { reason: "Back at work" });
  expect(after).toMatchObject({
    status: "APPROVED",
    startDate: "2026-11-23",
    endDate: "2026-11-24",
    durationWorkingDays: 2,
    durationCalendarDays: 2,
    statusReason: "Back at work",
  });
  const { events, audit } = await tracesOf(services, id);
  expect(events.at(-1)).toBe("leave.updated from APPROVED");
  expect(audit.at(-1)).toMatchObject({ action: "leave.end", actingUserId: nina.id });
  const { history } = await getLeaveDetails(ctx, id);
  expect(history.at(-1)).toMatchObject({
    step: "end",
    reason: "Back at work",
    moved: { from: { endDate: "2026-11-27" }, to: { endDate: "2026-11-24" } },
  });
});

it("on its first day all of it comes back; on days that are not worked nothing was taken", async () => {
  const first = await begun(3);
  expect(await cancelLeave(await as(services, nina), first)).toMatchObject({ status: "CANCELLED" });
  clock.set(testNow);
  const { id } = await requestLeave(await as(services, nina), days(nina, "2026-11-28", "2026-12-01"));
  clock.set(new Date(testNow.getTime() + 10 * day)); // Monday, 30 November
  expect(await cancelLeave(await as(services, nina), id)).toMatchObject({ status: "CANCELLED" });
});

it("the last day comes back on that day; after it the owner is refused, and a manager gives a reason", async () => {
  const last = await begun(7);
  expect(await cancelLeave(await as(services, nina), last)).toMatchObject({ endDate: "2026-11-26" });
  clock.set(new Date(testNow.getTime() + 20 * day));
  await expect(cancelLeave(await as(services, nina), last)).rejects.toMatchObject({ code: "CONFLICT" });
  const approver = await as(services, workspace.people.approver);
  expect((await getLeaveDetails(approver, last)).cancelEffect).toMatchObject({
    needsReason: true,
    rest: null,
  });
  await expect(cancelLeave(approver, last)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await cancelLeave(approver, last, { reason: "Was at work" })).toMatchObject({ status: "CANCELLED" });
});

it("a manager cancels all of leave under way", async () => {
  const id = await begun(5);
  const approver = await as(services, workspace.people.approver);
  expect((await getLeaveDetails(approver, id)).cancelEffect).toMatchObject({ daysBack: 5000, rest: null });
  expect(await cancelLeave(approver, id)).toMatchObject({ status: "CANCELLED" });
});

it("days that were taken come back by no other way: not by deleting, nor by an edit that needs no approval", async () => {
  const id = await begun(5);
  const ctx = await as(services, nina);
  await expect(deleteLeave(ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
  for (const patch of [{ startDate: "2026-11-25" }, { startDate: "2026-12-21", endDate: "2026-12-22" }])
    await expect(editLeave(ctx, id, patch)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await editLeave(ctx, id, { endDate: "2026-11-26" })).toMatchObject({ durationWorkingDays: 4 });
  await setPolicy(services, workspace, { approvalRequired: true });
  expect(await editLeave(ctx, id, { startDate: "2026-11-25" })).toMatchObject({ status: "OPEN" });
});

it("twenty at once end it once", async () => {
  const id = await begun(5);
  const ctx = await as(services, nina);
  const seen = (await leaveRow(services, id)).version;
  const counts = await outcomes(Array.from({ length: 20 }, () => cancelLeave(ctx, id, undefined, seen)));
  expect(counts.ok).toBe(1);
  expect(await leaveRow(services, id)).toMatchObject({ version: seen + 1, durationWorkingDays: 2 });
});

it("200 v2 says the same, and the balance counts the days that stay", async () => {
  const id = await begun(5);
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: nina.id });
  const api = apiClient(services);
  const path = `/v2/leaves/${encodeId("leave", id)}/cancel`;
  const { status, body } = await api.v2<Single>("POST", path, { key: key, json: {} });
  expect([status, body.data]).toMatchObject([200, { status: "APPROVED", endDate: "2026-11-24" }]);
  const balances = await api.get<Listed>(
    `/v2/users/${encodeId("user", nina.id)}/balances?asOf=2026-12-31`,
    key,
  );
  const vacation = encodeId("leaveType", nina.leaveTypeId);
  expect(balances.body.data.find(({ leaveTypeId }) => leaveTypeId === vacation)).toMatchObject({
    ...{ taken: 2, scheduled: 0, pending: 0, remaining: 23 },
  });
  clock.set(new Date(testNow.getTime() + 30 * day));
  expect((await api.v2<Refused>("POST", path, { key: key, json: {} })).status).toBe(409);
});
