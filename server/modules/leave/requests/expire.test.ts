import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, it } from "vitest";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
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
import { standingClock, testServices } from "@/server/test/services";
import { approveLeave } from "./approve";
import { editLeave } from "./edit";
import { expireLeaves } from "./expire";
import { requestLeave } from "./request";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeEach(async () => {
  services ??= await testServices({ clock });
  clock.set(new Date("2026-11-02T10:00:00Z"));
  workspace = await makeLeaveWorkspace(services);
  await services.db.delete(leaves);
});
afterAll(() => services.close());

const asked = async (start: string, end = start, person?: TestPerson) => {
  const owner = person ?? (await makePerson(services, workspace));
  return requestLeave(await as(services, owner), days(owner, start, end));
};
const at = (text: string) => clock.set(new Date(text));
const statusOf = async (id: string) => (await leaveRow(services, id)).status;

it("EXPIRED once it is over, notified and recorded without an acting user", async () => {
  const { id } = await asked("2026-11-03", "2026-11-04");
  at("2026-11-04T23:59:00Z");
  expect(await expireLeaves(services)).toBe(0);
  at("2026-11-05T00:00:00Z");
  expect(await expireLeaves(services)).toBe(1);
  expect(await statusOf(id)).toBe("EXPIRED");
  const { events, audit } = await tracesOf(services, id);
  expect(events.at(-1)).toBe("leave.expired from OPEN");
  expect(audit.at(-1)).toMatchObject({
    action: "leave.expire",
    actingUserId: null,
    ownerId: null,
    keyId: null,
  });
});

it("EXPIRED by the calendar of the person's time zone", async () => {
  await services.db
    .update(locations)
    .set({ timezone: "Pacific/Kiritimati" })
    .where(eq(locations.workspaceId, workspace.id));
  const early = await asked("2026-11-04");
  at("2026-11-04T09:59:00Z");
  expect(await expireLeaves(services)).toBe(0);
  at("2026-11-04T10:00:00Z");
  expect(await expireLeaves(services)).toBe(1);
  expect(await statusOf(early.id)).toBe("EXPIRED");
});

it("EXPIRED after seven working days, without weekends and holidays", async () => {
  const { id } = await asked("2027-03-01");
  await services.db.insert(holidays).values({
    workspaceId: workspace.id,
    id: newId(),
    locationId: workspace.locations.north,
    date: "2026-11-05",
    name: "Founders' Day",
  });
  at("2026-11-12T12:00:00Z");
  expect(await expireLeaves(services)).toBe(0);
  at("2026-11-13T00:00:00Z");
  expect(await expireLeaves(services)).toBe(1);
  expect(await statusOf(id)).toBe("EXPIRED");
});

it("an edit restarts the seven working days, an approval at level 1 does not", async () => {
  const person = await makePerson(services, workspace);
  const edited = await asked("2027-03-01", "2027-03-01", person);
  const { approver, admin } = workspace.people;
  await setApprovers(services, workspace, workspace.departments.sales, [
    [approver, 1],
    [admin, 2],
  ]);
  const lifted = await asked("2027-03-02");
  at("2026-11-09T10:00:00Z");
  await editLeave(await as(services, person), edited.id, { endDate: "2027-03-03" });
  await approveLeave(await as(services, approver), lifted.id);
  at("2026-11-12T10:00:00Z");
  expect(await expireLeaves(services)).toBe(1);
  expect([await statusOf(edited.id), await statusOf(lifted.id)]).toEqual(["OPEN", "EXPIRED"]);
});

it("only OPEN leave expires, in every workspace", async () => {
  const other = await makeLeaveWorkspace(services);
  const stranger = await makePerson(services, other);
  const open = await asked("2026-11-03", "2026-11-03", stranger);
  const person = await makePerson(services, workspace);
  const approved = await asked("2026-11-03", "2026-11-03", person);
  await approveLeave(await as(services, workspace.people.locationAdmin), approved.id);
  at("2026-12-01T00:00:00Z");
  expect(await expireLeaves(services)).toBe(1);
  expect([await statusOf(open.id), await statusOf(approved.id)]).toEqual(["EXPIRED", "APPROVED"]);
});

it("several processes at once expire each leave once, and a simultaneous approval wins or loses as a whole", async () => {
  const made = await Promise.all(Array.from({ length: 30 }, () => asked("2026-11-03")));
  const approver = await as(services, workspace.people.locationAdmin);
  at("2026-11-09T00:00:00Z");
  const approvals = made.slice(0, 10).map(({ id }) => approveLeave(approver, id));
  const [counts, ...expired] = await Promise.all([
    outcomes(approvals),
    ...Array.from({ length: 4 }, () => expireLeaves(services)),
  ]);
  const rest = await expireLeaves(services);
  const total = expired.reduce((sum, count) => sum + count, rest);
  expect(total + (counts.ok ?? 0)).toBe(30);
  for (const { id } of made) expect((await tracesOf(services, id)).events).toHaveLength(2);
});

it("processes more than one batch", async () => {
  const person = await makePerson(services, workspace);
  const leave = await asked("2027-02-01", "2027-02-01", person);
  const { id: _, ...row } = await leaveRow(services, leave.id);
  // Still waiting, but not long enough. These rows must not hide the candidates after them.
  const young = Array.from({ length: 250 }, () => ({
    ...row,
    id: newId(),
    openedAt: new Date("2026-11-05T10:00:00Z"),
  }));
  await services.db.insert(leaves).values(young);
  const old = Array.from({ length: 250 }, () => ({ ...row, id: newId() }));
  await services.db.insert(leaves).values(old);
  at("2026-11-13T10:00:00Z");
  expect(await expireLeaves(services)).toBe(251);
});
