import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { day } from "@/server/kernel/time/clock";
import { readBalances } from "@/server/modules/leave/balances/read";
import { countToDecide } from "@/server/modules/leave/decisions/count-to-decide";
import { findToDecide } from "@/server/modules/leave/decisions/find-to-decide";
import { readDecisionContext } from "@/server/modules/leave/decisions/read-decision-context";
import { decideByMail } from "@/server/modules/leave/mail/decide-by-mail";
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
  setPolicy,
  tracesOf,
} from "@/server/test/leave-kit";
import { deliverLeaveMails, forgetLeaveMails, tokenOf } from "@/server/test/leave-mail-kit";
import { postOffice } from "@/server/test/mail-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { approveLeave } from "./approve";
import { cancelLeave } from "./cancel";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { expireLeaves } from "./expire";
import { getLeaveDetails } from "./get-leave-details";
import { previewEdit } from "./preview";
import { remindApprovers } from "./remind";
import { requestLeave } from "./request";
import { withdrawCancellation } from "./withdraw-cancellation";
import { withdrawChange } from "./withdraw-change";

const clock = standingClock();
const office = postOffice();
let services: Services;
let workspace: TestWorkspace;
let nina: TestPerson;
/** Approves at level 2. */
let head: TestPerson;
let people: TestWorkspace["people"];
beforeAll(async () => {
  services = await testServices({ clock, mailer: office });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services, { changesNeedConsent: true });
  people = workspace.people;
  nina = await makePerson(services, workspace);
  head = await makePerson(services, workspace, { name: "Hedy Head" });
  await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
});

const later = (count: number) => clock.set(new Date(testNow.getTime() + count * day));
const asNina = () => as(services, nina);
const asApprover = () => as(services, people.approver);

/** Approved leave from Monday, 7 December 2026, to Friday. */
async function approved(): Promise<string> {
  const { id } = await requestLeave(await asNina(), days(nina, "2026-12-07", "2026-12-11"));
  await approveLeave(await asApprover(), id);
  return id;
}
const moved = { startDate: "2026-12-14", endDate: "2026-12-16" };
const ask = async (id: string, patch = {}) => editLeave(await asNina(), id, { ...moved, ...patch });
const waiting = async (person: TestPerson) => {
  const ctx = await as(services, person);
  const { items } = await findToDecide(ctx, { limit: 10, after: null });
  expect(await countToDecide(ctx)).toBe(items.length);
  return items.map(({ leave }) => leave.id);
};
const took = { status: "APPROVED", startDate: "2026-12-07", endDate: "2026-12-11", durationWorkingDays: 5 };
const unasked = { changeAskedAt: null, wantedChange: null };

it("the owner asks, the leave stays as it is, and an approver's consent changes it", async () => {
  const id = await approved();
  const asked = await ask(id, { reason: "A wedding" });
  expect(asked).toMatchObject({ ...took, changeAskedAt: testNow, reason: "A wedding" });
  expect(asked.wantedChange).toMatchObject({ ...moved, durationWorkingDays: 3 });
  expect(await waiting(people.approver)).toEqual([id]);
  expect(await waiting(nina)).toEqual([]);
  const { items } = await findToDecide(await asApprover(), { limit: 10, after: null });
  expect(items).toMatchObject([
    { leave: { ...moved, durationWorkingDays: 3 }, stored: took, deadline: "2026-12-01" },
  ]);
  const after = await approveLeave(await asApprover(), id);
  expect(after).toMatchObject({
    ...{ status: "APPROVED", ...moved, durationWorkingDays: 3, durationCalendarDays: 3 },
    ...{ approverId: people.approver.id, statusReason: null, ...unasked },
  });
  const { events, audit } = await tracesOf(services, id);
  expect(events.slice(-2)).toEqual(["leave.updated from APPROVED", "leave.updated from APPROVED"]);
  expect(audit.slice(-2).map(({ action }) => action)).toEqual(["leave.askChange", "leave.agreeChange"]);
  expect(JSON.stringify(audit)).not.toContain("wedding");
  const { history } = await getLeaveDetails(await asNina(), id);
  const move = { from: { startDate: "2026-12-07" }, to: { startDate: "2026-12-14" } };
  expect(history.slice(-2)).toMatchObject([
    { step: "askChange", by: { id: nina.id }, moved: move },
    { step: "agreeChange", by: { id: people.approver.id }, moved: move },
  ]);
});

it("while it waits, no other days are taken: neither of the balance nor of the calendar", async () => {
  await setPolicy(services, workspace, { changesNeedConsent: true, yearlyQuota: 6 });
  const id = await approved();
  await ask(id);
  const other = await requestLeave(await asNina(), days(nina, "2026-12-14"));
  // Someone else's wish for the same days came first.
  await expect(approveLeave(await asApprover(), id)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await leaveRow(services, id)).toMatchObject(took);
  await cancelLeave(await asNina(), other.id);
  await approveLeave(await asApprover(), id);
  expect(await leaveRow(services, id)).toMatchObject({ ...moved, status: "APPROVED" });
});

it.each([
  ["other days", moved, false],
  ["days of the next year", { startDate: "2026-12-30", endDate: "2027-01-06" }, false],
  ["another type", {}, true],
])(
  "the balance before a decision is that of now, and after it that of the consent: %s",
  async (_, patch, isOther) => {
    await setPolicy(services, workspace, { changesNeedConsent: true, yearlyQuota: 6 });
    const { sick, vacation } = workspace.leaveTypes;
    const other = { leaveTypeId: sick, yearlyQuota: 3, allowNegativeBalance: true, changesNeedConsent: true };
    if (isOther) await setPolicy(services, workspace, other);
    const id = await approved();
    await editLeave(await asNina(), id, isOther ? { leaveTypeId: sick } : patch);
    const leftOn = async (asOf: DayNumber) =>
      (await readBalances(await asApprover(), { userId: nina.id, asOf: dayText(asOf) })).find(
        ({ leaveTypeId }) => leaveTypeId === (isOther ? sick : vacation),
      )?.remaining;
    const [context] = await readDecisionContext(await asApprover(), [id]);
    const years = context?.balance?.years ?? [];
    expect(years.length).toBe("endDate" in patch && patch.endDate.startsWith("2027") ? 2 : 1);
    for (const { asOf, before } of years) expect(before).toBe(await leftOn(asOf));
    expect(context?.warnings.map(({ code }) => code)).toEqual(isOther ? ["NEGATIVE_BALANCE"] : []);
    await approveLeave(await asApprover(), id);
    for (const { asOf, after } of years) expect(after).toBe(await leftOn(asOf));
  },
);

it("a manager's note leaves the question; another time settles it", async () => {
  const id = await approved();
  await ask(id);
  const admin = await as(services, people.admin);
  const noted = await editLeave(admin, id, { reason: "Covered by Nora" });
  expect(noted).toMatchObject({ ...took, reason: "Covered by Nora", changeAskedAt: testNow });
  expect(await waiting(people.approver)).toEqual([id]);
  expect(await editLeave(admin, id, { endDate: "2026-12-10" })).toMatchObject(unasked);
  expect(await waiting(people.approver)).toEqual([]);
});

it("half a day more or less is a change, too", async () => {
  await setPolicy(services, workspace, { changesNeedConsent: true, shortestDuration: "HALF_DAY" });
  const id = await approved();
  const asked = await editLeave(await asNina(), id, { endPart: "MORNING" });
  expect(asked).toMatchObject({ ...took, endPart: "FULL_DAY", wantedChange: { endPart: "MORNING" } });
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: nina.id });
  const { body } = await apiClient(services).v2<Single>("GET", `/v2/leaves/${encodeId("leave", id)}`, {
    key,
  });
  expect(body.data.requestedChange).toMatchObject({ endPart: "MORNING", durationWorkingDays: 4.5 });
  const after = await approveLeave(await asApprover(), id);
  expect(after).toMatchObject({ endPart: "MORNING", durationWorkingDays: 4.5, ...unasked });
});

it("it is judged when it is asked, and again when it is agreed to", async () => {
  await setPolicy(services, workspace, { changesNeedConsent: true, yearlyQuota: 7 });
  const id = await approved();
  await expect(ask(id, { endDate: "2026-12-23" })).rejects.toMatchObject({ code: "LEAVE_NEGATIVE_BALANCE" });
  await ask(id, { startDate: "2026-12-07", endDate: "2026-12-15" });
  await setPolicy(services, workspace, { changesNeedConsent: true, yearlyQuota: 6 });
  await expect(approveLeave(await asApprover(), id)).rejects.toMatchObject({
    code: "LEAVE_NEGATIVE_BALANCE",
  });
  expect(await leaveRow(services, id)).toMatchObject({ ...took, changeAskedAt: testNow });
});

it("an approver refuses: the leave stays as it is, with the reason, and a change may be asked again", async () => {
  const id = await approved();
  await ask(id);
  const after = await denyLeave(await asApprover(), id, { reason: "Too late" });
  expect(after).toMatchObject({ ...took, ...unasked, statusReason: "Too late" });
  expect(await waiting(people.approver)).toEqual([]);
  const { history, may, change } = await getLeaveDetails(await asNina(), id);
  expect(history.at(-1)).toMatchObject({ step: "refuseChange", reason: "Too late", moved: null });
  expect(may).toMatchObject({ edit: true, withdraw: false });
  expect(change).toBeNull();
  expect((await ask(id)).changeAskedAt).not.toBeNull();
});

it("the owner withdraws the question; no one else can, and only once", async () => {
  const id = await approved();
  await ask(id);
  await expect(withdrawChange(await asApprover(), id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const ctx = await asNina();
  await expect(withdrawCancellation(ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
  const details = await getLeaveDetails(ctx, id);
  expect(details.may).toMatchObject({ withdraw: true, cancel: true, edit: true });
  expect(details).toMatchObject({ editNeedsConsent: true, change: { wanted: moved } });
  expect(await withdrawChange(ctx, id)).toMatchObject({ ...took, ...unasked });
  await expect(withdrawChange(ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await waiting(people.approver)).toEqual([]);
});

it("the later question counts, and a cancellation or a manager's change settles it", async () => {
  const id = await approved();
  await ask(id);
  expect((await ask(id, { endDate: "2026-12-15" })).wantedChange).toMatchObject({ endDate: "2026-12-15" });
  const asked = await cancelLeave(await asNina(), id, { reason: "Ill" });
  expect(asked).toMatchObject({ ...took, ...unasked, cancelReason: "Ill" });
  await withdrawCancellation(await asNina(), id);
  await ask(id);
  const after = await editLeave(await as(services, people.admin), id, { endDate: "2026-12-10" });
  expect(after).toMatchObject({ status: "APPROVED", endDate: "2026-12-10", ...unasked });
  await ask(id);
  expect(await cancelLeave(await as(services, people.admin), id)).toMatchObject({
    status: "CANCELLED",
    ...unasked,
  });
});

it("the note needs no consent: it changes at once, and the decision and the question stay", async () => {
  const id = await approved();
  await ask(id);
  const after = await editLeave(await asNina(), id, { reason: "Skiing" });
  expect(after).toMatchObject({ ...took, reason: "Skiing", approverId: people.approver.id });
  expect(after.wantedChange).toMatchObject(moved);
});

it("where consent is not needed, or the owner decides alone, an edit is as before", async () => {
  const id = await approved();
  await setPolicy(services, workspace);
  expect(await ask(id)).toMatchObject({ status: "OPEN", ...moved, ...unasked });
  await setPolicy(services, workspace, { changesNeedConsent: true });
  await setApprovers(services, workspace, workspace.departments.sales, [[head, 1]]);
  const { id: own } = await requestLeave(await as(services, people.admin), {
    ...days(head, "2026-12-14"),
    userId: head.id,
  });
  const after = await editLeave(await as(services, head), own, {
    startDate: "2026-12-15",
    endDate: "2026-12-15",
  });
  expect(after).toMatchObject({ startDate: "2026-12-15", ...unasked });
});

it("of two levels the last decides a change, alone", async () => {
  await setApprovers(services, workspace, workspace.departments.sales, [
    [people.approver, 1],
    [head, 2],
  ]);
  const id = await approved();
  await approveLeave(await as(services, head), id);
  await ask(id);
  expect(await waiting(people.approver)).toEqual([]);
  await expect(approveLeave(await asApprover(), id)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await waiting(head)).toEqual([id]);
  const preview = await previewEdit(await asNina(), id, { endDate: "2026-12-17" });
  expect(preview.approval).toMatchObject({ required: true, levels: 1, approvers: [{ userId: head.id }] });
  expect(await approveLeave(await as(services, head), id)).toMatchObject({ ...moved, approvedLevel: 2 });
});

it("who decides the wanted type decides that leave becomes of it", async () => {
  await setPolicy(services, workspace, { decidedBy: "ADMINS", leaveTypeId: workspace.leaveTypes.sick });
  const id = await approved();
  await editLeave(await asNina(), id, { leaveTypeId: workspace.leaveTypes.sick });
  expect(await waiting(people.approver)).toEqual([]);
  await expect(approveLeave(await asApprover(), id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await waiting(people.admin)).toEqual([id]);
  expect(await approveLeave(await as(services, people.admin), id)).toMatchObject({
    leaveTypeId: workspace.leaveTypes.sick,
    startDate: "2026-12-07",
  });
});

it("no answer: after seven working days, or when the leave is over, it stays as it is", async () => {
  const id = await approved();
  await ask(id);
  later(8);
  await expireLeaves(services);
  expect((await leaveRow(services, id)).changeAskedAt).not.toBeNull();
  later(12);
  await expireLeaves(services);
  expect(await leaveRow(services, id)).toMatchObject({ ...took, ...unasked });
  expect((await tracesOf(services, id)).audit.at(-1)).toMatchObject({
    action: "leave.lapseChange",
    actingUserId: null,
  });
  later(21);
  await editLeave(await asNina(), id, { endDate: "2026-12-14" });
  later(23);
  await expireLeaves(services);
  expect(await leaveRow(services, id)).toMatchObject({ ...took, ...unasked });
});

it("consent, refusal, withdrawal and another booking of its days at once: nothing is taken twice", async () => {
  for (let round = 0; round < 8; round++) {
    const id = await approved();
    const asked = await ask(id);
    const [approver, self] = [await asApprover(), await asNina()];
    const booking = requestLeave(self, days(nina, "2026-12-15")).then(
      (leave) => leave.id,
      () => null,
    );
    const { ok = 0 } = await outcomes([
      approveLeave(approver, id),
      denyLeave(approver, id),
      withdrawChange(self, id),
      approveLeave(approver, id),
    ]);
    const other = await booking;
    const row = await leaveRow(services, id);
    expect(ok).toBeLessThanOrEqual(1);
    expect(row.version).toBe(asked.version + ok);
    expect(other !== null && row.startDate === moved.startDate).toBe(false);
    const admin = await as(services, people.admin);
    for (const one of [id, ...(other ? [other] : [])]) await cancelLeave(admin, one);
  }
});

it("200 v2: the leave and the list say what is asked, and approve agrees", async () => {
  const id = await approved();
  const api = apiClient(services);
  const path = `/v2/leaves/${encodeId("leave", id)}`;
  const own = await makeKey(services, { workspaceId: workspace.id, ownerId: nina.id });
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: people.approver.id });
  const wanted = { ...moved, isFullDayLeave: true, durationWorkingDays: 3 };
  const asked = await api.v2<Single>("PATCH", path, { key: own, json: moved });
  expect(asked.body.data).toMatchObject({
    ...took,
    changeRequestedAt: testNow.toISOString(),
    requestedChange: wanted,
  });
  const { body } = await api.get<Listed>("/v2/leaves/to-decide", key);
  expect(body.data).toMatchObject([
    { asks: "CHANGE", leave: { id: encodeId("leave", id), ...took, requestedChange: wanted }, warnings: [] },
  ]);
  expect((await api.v2<Single>("POST", `${path}/withdraw-change`, { key: own })).status).toBe(200);
  expect((await api.v2("POST", `${path}/withdraw-change`, { key: own })).status).toBe(409);
  await api.v2("PATCH", path, { key: own, json: moved });
  const agreed = await api.v2<Single>("POST", `${path}/approve`, { key: key });
  expect(agreed.body.data).toMatchObject({ ...moved, changeRequestedAt: null, requestedChange: null });
});

it("mails: to those who decide, by link and by reminder, and the answer to the person", async () => {
  const id = await approved();
  await forgetLeaveMails(services, office);
  const sent = async () => (await deliverLeaveMails(services, office)).at(-1);
  await ask(id);
  const asked = await sent();
  expect(asked).toMatchObject({
    subject: expect.stringContaining("asks to change leave"),
    text: expect.stringContaining("Approved until now"),
  });
  await remindApprovers(await asNina(), id);
  expect(await sent()).toMatchObject({ text: expect.stringContaining("your answer about changing") });
  await denyLeave(await asApprover(), id, { reason: "Too late" });
  expect(await sent()).toMatchObject({
    subject: expect.stringContaining("Your leave stays as it is"),
    text: expect.stringContaining("Too late"),
  });
  await ask(id);
  const again = await sent();
  const { version } = await leaveRow(services, id);
  const token = again ? tokenOf(again) : "";
  expect(await decideByMail(services, token, { intent: "approve", version })).toBe(true);
  expect(await leaveRow(services, id)).toMatchObject(moved);
  expect(await sent()).toMatchObject({ text: expect.stringContaining("agreed to change your leave") });
});
