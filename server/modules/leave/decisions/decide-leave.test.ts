import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import {
  as,
  days,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  setApprovers,
  tracesOf,
} from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services);
  await levels("one");
});
afterAll(() => services.close());

const levels = (count: "one" | "two") => {
  const { approver, admin } = workspace.people;
  const all = [[approver, 1] as const, [admin, 2] as const];
  return setApprovers(
    services,
    workspace,
    workspace.departments.sales,
    count === "one" ? all.slice(0, 1) : all,
  );
};
const attempt = () => newId().replaceAll("-", "");
const asked = async () => {
  const person = await makePerson(services, workspace);
  const leave = await requestLeave(await as(services, person), days(person, "2026-12-01", "2026-12-02"));
  return { person, id: leave.id, version: leave.version };
};
const decision = ({ id, version }: { id: string; version: number }, more = {}) => ({
  attempt: attempt(),
  id: encodeId("leave", id),
  version,
  action: "approve" as const,
  ...more,
});
const decide = async (caller: TestPerson, ...decisions: ReturnType<typeof decision>[]) =>
  (await signedInCaller(services, caller)).approvals.decide({ decisions });

it("approves and denies several in one call, each independently", async () => {
  const [first, second, third] = [await asked(), await asked(), await asked()];
  await cancelLeave(await as(services, second.person), second.id);
  const { approver } = workspace.people;
  const outcomes = await decide(
    approver,
    decision(first),
    decision(second),
    decision(third, { action: "deny", reason: "Stocktaking" }),
  );
  expect(outcomes).toMatchObject([
    { id: encodeId("leave", first.id), status: "APPROVED", error: null },
    {
      status: null,
      error: {
        code: "CONFLICT",
        description: "This leave is CANCELLED now.",
        details: { leave: { status: "CANCELLED" }, by: null },
      },
    },
    { status: "DENIED" },
  ]);
  expect(await leaveRow(services, third.id)).toMatchObject({ status: "DENIED", statusReason: "Stocktaking" });
});

it("a repeated attempt returns the first result, and decides nothing more", async () => {
  const leave = await asked();
  const same = decision(leave);
  const { approver } = workspace.people;
  const calls = await Promise.all(Array.from({ length: 10 }, () => decide(approver, same)));
  expect(new Set(calls.map(([outcome]) => outcome?.status))).toEqual(new Set(["APPROVED"]));
  expect((await tracesOf(services, leave.id)).events).toHaveLength(2);
  const [other] = await decide(approver, { ...same, action: "deny" } as never);
  expect(other?.error?.code).toBe("IDEMPOTENCY_KEY_REUSED");
});

it("of 20 simultaneous calls by two approvers one decides, and the others get the decider's name", async () => {
  const { approver, admin } = workspace.people;
  for (let round = 0; round < 5; round++) {
    const leave = await asked();
    const callers = await Promise.all([approver, admin].map((person) => signedInCaller(services, person)));
    const calls = Array.from({ length: 20 }, (_, n) =>
      callers[n % 2]?.approvals.decide({
        decisions: [decision(leave, { action: n % 4 < 2 ? "approve" : "deny" })],
      }),
    );
    const outcomes = (await Promise.all(calls)).flatMap((found) => found ?? []);
    const done = outcomes.filter(({ error }) => error === null);
    expect(done).toHaveLength(1);
    const { status, approverId } = await leaveRow(services, leave.id);
    const by = approverId === approver.id ? approver : admin;
    for (const { error } of outcomes.filter((one) => one.error))
      expect(error).toMatchObject({
        code: "CONFLICT",
        details: { leave: { status }, by: { id: encodeId("user", by.id), name: by.name } },
      });
    const { events, audit } = await tracesOf(services, leave.id);
    expect([events.length, audit.length]).toEqual([2, 2]);
  }
});

it("409 for a leave that has changed since it was seen, with that reason", async () => {
  const leave = await asked();
  await editLeave(await as(services, leave.person), leave.id, { endDate: "2026-12-03" });
  const [outcome] = await decide(workspace.people.approver, decision(leave));
  expect(outcome?.error).toMatchObject({
    code: "CONFLICT",
    description: "This leave has changed since you opened it.",
    details: { leave: { status: "OPEN", version: leave.version + 1 }, by: null },
  });
  expect((await leaveRow(services, leave.id)).status).toBe("OPEN");
});

it("with two levels, the first lifts and the other level-1 approver gets that reason; out of turn keeps the general message", async () => {
  await levels("two");
  const { approver, admin, locationAdmin } = workspace.people;
  const leave = await asked();
  const [early] = await decide(admin, decision(leave));
  expect(early?.error).toMatchObject({ description: "This leave is waiting for a level 1 approver." });
  expect(early?.error?.details).toBeUndefined();
  const [lifted] = await decide(approver, decision(leave));
  expect(lifted).toMatchObject({ status: "OPEN", error: null });
  const [late] = await decide(locationAdmin, decision(leave));
  expect(late?.error).toMatchObject({
    description: `${approver.name} has already approved this leave at level 1.`,
    details: { leave: { status: "OPEN", approvedLevel: 1 }, by: { name: approver.name } },
  });
  const [done] = await decide(admin, decision({ id: leave.id, version: leave.version + 1 }));
  expect(done?.status).toBe("APPROVED");
  await levels("one");
});

it("refuses users who may not decide, and more than 50 at once", async () => {
  const leave = await asked();
  const [own] = await decide(leave.person, decision(leave));
  expect(own?.error?.code).toBe("FORBIDDEN");
  const [stranger] = await decide(workspace.people.platformer, decision(leave));
  expect(stranger?.error?.code).toBe("RESOURCE_NOT_FOUND");
  await expect(
    decide(workspace.people.approver, ...Array.from({ length: 51 }, () => decision(leave))),
  ).rejects.toThrow();
});

it("a repeated batch returns each stored result, including refusals", async () => {
  const [first, second] = [await asked(), await asked()];
  await approveLeave(await as(services, workspace.people.admin), second.id);
  const both = [decision(first), decision(second)];
  for (let sending = 0; sending < 2; sending++) {
    const outcomes = await decide(workspace.people.approver, ...both);
    expect(outcomes.map(({ status }) => status)).toEqual(["APPROVED", null]);
  }
  expect((await tracesOf(services, first.id)).events).toHaveLength(2);
});

it("of forms that deny several at once, one denies each, and the other says by whom; the same form twice denies once", async () => {
  const { approver, admin } = workspace.people;
  for (let round = 0; round < 3; round++) {
    const leaves = [await asked(), await asked(), await asked()];
    const formOf = () => leaves.map((leave) => decision(leave, { action: "deny", reason: "Stocktaking" }));
    const [one, other] = [formOf(), formOf()];
    const [first, again, second] = await Promise.all([
      decide(approver, ...one),
      decide(approver, ...one),
      decide(admin, ...other),
    ]);
    const results = (outcomes: typeof first) => outcomes.map(({ status, error }) => [status, error?.code]);
    expect(results(again)).toEqual(results(first));
    for (const [place, { id }] of leaves.entries()) {
      const outcomes = [first[place], second[place]];
      expect(outcomes.filter((outcome) => outcome?.status === "DENIED")).toHaveLength(1);
      const row = await leaveRow(services, id);
      expect(row).toMatchObject({ status: "DENIED", statusReason: "Stocktaking" });
      const by = row.approverId === approver.id ? approver : admin;
      expect(outcomes.find((outcome) => outcome?.error)?.error).toMatchObject({
        code: "CONFLICT",
        details: { leave: { status: "DENIED" }, by: { name: by.name } },
      });
      expect((await tracesOf(services, id)).events).toHaveLength(2);
    }
  }
});
