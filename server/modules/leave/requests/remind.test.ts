import { afterAll, beforeAll, expect, it } from "vitest";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import { makeKey, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import {
  as,
  days,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  tracesOf,
} from "@/server/test/leave-kit";
import { linksOf, writeLeaveMails } from "@/server/test/leave-mail-kit";
import { mailRows } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { approveLeave } from "./approve";
import { remindApprovers } from "./remind";
import { requestLeave } from "./request";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());

const levels = (...approvers: (readonly [TestPerson, 1 | 2])[]) =>
  setApprovers(services, workspace, workspace.departments.sales, approvers);
const asked = async () => {
  const person = await makePerson(services, workspace);
  const ctx = await as(services, person);
  const { id } = await requestLeave(ctx, days(person, "2026-12-01", "2026-12-02"));
  return { person, ctx, id };
};
const recipients = async () => {
  await writeLeaveMails(services);
  const rows = await mailRows(services);
  return rows.filter(({ kind }) => kind === "leave_reminder").map(({ recipient }) => recipient);
};
/** The recipients of a reminder. */
async function written(work: () => Promise<unknown>): Promise<string[]> {
  const before = await recipients();
  await work();
  return (await recipients()).slice(before.length).sort();
}
const emails = (...people: TestPerson[]) => people.map(({ id }) => `${id}@example.com`).sort();

it("writes to the approvers whose turn it is, and writes an audit line", async () => {
  const { approver, admin, locationAdmin, platformer } = workspace.people;
  await levels([approver, 1], [platformer, 1], [admin, 2]);
  const { ctx, id } = await asked();
  expect(await written(() => remindApprovers(ctx, id))).toEqual(emails(approver, platformer));
  expect((await tracesOf(services, id)).audit.at(-1)).toMatchObject({ action: "leave.remind" });
  await approveLeave(await as(services, approver), id);
  clock.pass(day);
  expect(await written(() => remindApprovers(ctx, id))).toEqual(emails(admin));
  // No one approves for the department: the location's admins do.
  await levels();
  const other = await asked();
  expect(await written(() => remindApprovers(other.ctx, other.id))).toEqual(emails(locationAdmin));
});

it("of ten at once, one sends the reminder; the next is possible a day later", async () => {
  await levels([workspace.people.approver, 1]);
  const { ctx, id, person } = await asked();
  const mails = await written(async () =>
    expect(await outcomes(Array.from({ length: 10 }, () => remindApprovers(ctx, id)))).toEqual({
      ok: 1,
      CONFLICT: 9,
    }),
  );
  expect(mails).toEqual(emails(workspace.people.approver));
  const caller = await signedInCaller(services, person);
  const today = clock().toISOString().slice(0, 10);
  expect(await caller.leaves.get({ id: encodeId("leave", id) })).toMatchObject({ remindedOn: today });
  await expect(caller.leaves.remind({ id: encodeId("leave", id) })).rejects.toThrow("already reminded today");
  clock.pass(day);
  const again = await written(() => caller.leaves.remind({ id: encodeId("leave", id) }));
  expect(again).toEqual(emails(workspace.people.approver));
});

it("users with reminders switched off get none, the others get theirs in their language, with a link", async () => {
  const { approver, platformer } = workspace.people;
  await levels([approver, 1], [platformer, 1]);
  const { ctx, id } = await asked();
  const updatedAt = clock();
  await services.db.insert(mailPreferences).values([
    { workspaceId: workspace.id, userId: approver.id, reminders: false, updatedAt },
    { workspaceId: workspace.id, userId: platformer.id, language: "de", updatedAt },
  ]);
  expect(await written(() => remindApprovers(ctx, id))).toEqual(emails(platformer));
  const links = await linksOf(services, id);
  expect(links.filter(({ reminderDays }) => reminderDays < 0)).toMatchObject([{ userId: platformer.id }]);
  expect((await mailRows(services)).at(-1)?.subject).toMatch(/^Wartet auf deine Entscheidung/);
});

it("200 with a key of the owner; 403 for others, 404 outside reach, 409 once it is decided", async () => {
  const api = apiClient(services);
  const { person, id } = await asked();
  const keyOf = (owner: TestPerson) => makeKey(services, { workspaceId: workspace.id, ownerId: owner.id });
  const remind = async <T>(owner: TestPerson) =>
    api.v2<T>("POST", `/v2/leaves/${encodeId("leave", id)}/remind`, { key: await keyOf(owner) });
  expect((await remind<Refused>(workspace.people.approver)).body.error.code).toBe("FORBIDDEN");
  expect((await remind(workspace.people.user)).status).toBe(404);
  const { status, body } = await remind<Single>(person);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ status: "OPEN" });
  expect((await remind<Refused>(person)).body.error.code).toBe("CONFLICT");
  await approveLeave(await as(services, workspace.people.approver), id);
  clock.pass(day);
  expect((await remind<Refused>(person)).body.error.description).toContain("APPROVED");
});
