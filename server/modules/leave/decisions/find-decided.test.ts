import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { updateUser } from "@/server/modules/people/people/update-user";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setApprovers } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeLeaveWorkspace(services);
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
});
afterAll(() => services.close());

const ask = async (startDate: string) => {
  const person = await makePerson(services, workspace);
  const leave = await requestLeave(await as(services, person), days(person, startDate, startDate));
  return { person, id: leave.id, version: leave.version };
};
const decide = async (
  by: TestPerson,
  { id, version }: { id: string; version: number },
  action: "approve" | "deny",
  reason?: string,
) => {
  clock.pass(60_000);
  const attempt = newId().replaceAll("-", "");
  const one = { attempt, id: encodeId("leave", id), version, action, ...(reason && { reason }) };
  const [outcome] = await (await signedInCaller(services, by)).approvals.decide({ decisions: [one] });
  expect(outcome?.error).toBeNull();
};

it("lists what the caller decided, the latest first, with what became of it, page by page", async () => {
  const { approver, admin } = workspace.people;
  const [first, second, third, others] = [
    await ask("2026-12-01"),
    await ask("2026-12-02"),
    await ask("2026-12-03"),
    await ask("2026-12-04"),
  ];
  await decide(approver, first, "approve");
  await decide(approver, second, "deny", "Stocktaking");
  await decide(approver, third, "approve");
  await decide(admin, others, "approve");
  await cancelLeave(await as(services, first.person), first.id);
  const caller = await signedInCaller(services, approver);
  const { items } = await caller.approvals.decided({});
  expect(items).toMatchObject([
    { leaveId: encodeId("leave", third.id), step: "approve", status: "APPROVED" },
    { leaveId: encodeId("leave", second.id), step: "deny", status: "DENIED", statusReason: "Stocktaking" },
    { leaveId: encodeId("leave", first.id), step: "approve", status: "CANCELLED", isReached: true },
  ]);
  const found: string[] = [];
  let after: { key: string; id: string } | null = null;
  do {
    const page: Awaited<ReturnType<typeof caller.approvals.decided>> = await caller.approvals.decided({
      limit: 2,
      after,
    });
    found.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  expect(found).toEqual(items.map(({ id }) => id));
  const asker = await signedInCaller(services, first.person);
  expect((await asker.approvals.decided({})).items).toEqual([]);
});

it("leaves out people whom the caller doesn't reach any more", async () => {
  const { approver, admin } = workspace.people;
  const gone = await ask("2026-12-08");
  await decide(approver, gone, "deny");
  const caller = await signedInCaller(services, approver);
  const ids = async () => (await caller.approvals.decided({})).items.map(({ leaveId }) => leaveId);
  expect(await ids()).toContain(encodeId("leave", gone.id));
  await updateUser(await as(services, admin), gone.person.id, {
    departmentId: workspace.departments.engineering,
  });
  expect(await ids()).not.toContain(encodeId("leave", gone.id));
});
