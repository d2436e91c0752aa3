import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, leaveRow, setApprovers, tracesOf } from "@/server/test/leave-kit";
import {
  addressOf,
  askForLeave,
  deliverLeaveMails,
  leaveMailWorkspace,
  linksOf,
  tokenOf,
} from "@/server/test/leave-mail-kit";
import { postOffice } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { decideByMail } from "./decide-by-mail";
import { deleteOldLinks } from "./delete-old-links";
import { readDecision } from "./read-decision";

const office = postOffice();
const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let people: TestWorkspace["people"];
let nina: TestPerson;
let leaveId: string;
let token: string;

beforeAll(async () => {
  services = await testServices({ clock, mailer: office });
});

afterAll(() => services.close());

beforeEach(async () => {
  ({ workspace, people, nina } = await leaveMailWorkspace(services, office, clock));
  await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
  leaveId = (await askForLeave(services, nina)).id;
  token = await tokenSentTo(people.approver);
});

/** The link's secret in the due mail to a person. */
async function tokenSentTo(person: TestPerson): Promise<string> {
  const mail = (await deliverLeaveMails(services, office)).find(({ to }) => to === addressOf(person));
  if (!mail) throw new Error("There is no mail");
  return tokenOf(mail);
}

const approve = (secret = token, version = 0) =>
  decideByMail(services, secret, { intent: "approve", version });
const stateOf = async (secret = token) => (await readDecision(services, secret)).state;

describe("the link of a mail", () => {
  it("decides nothing when it is opened, however often", async () => {
    for (let read = 0; read < 5; read++) expect(await stateOf()).toBe("ready");
    expect(await leaveRow(services, leaveId)).toMatchObject({ status: "OPEN", version: 0 });
    expect(await linksOf(services, leaveId)).toMatchObject([{ usedAt: null, endedAt: null }]);
  });

  it("approves once, as the approver, and the audit log shows the mail as the channel", async () => {
    expect(await approve()).toBe(true);
    expect(await approve()).toBe(false);
    expect(await leaveRow(services, leaveId)).toMatchObject({
      status: "APPROVED",
      approverId: people.approver.id,
    });
    const { audit } = await tracesOf(services, leaveId);
    expect(audit.map(({ action, via, actingUserId }) => [action, via, actingUserId])).toEqual([
      ["leave.request", null, nina.id],
      ["leave.approve", "mail", people.approver.id],
    ]);
    expect(await readDecision(services, token)).toMatchObject({
      state: "decided",
      status: "APPROVED",
      byName: "Paul Approver",
      byYou: true,
    });
  });

  it("denies with a reason", async () => {
    expect(await decideByMail(services, token, { intent: "deny", version: 0, reason: "Fair" })).toBe(true);
    expect(await leaveRow(services, leaveId)).toMatchObject({ status: "DENIED", statusReason: "Fair" });
  });

  it("decides once when it is submitted 50 times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => approve()));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const { events } = await tracesOf(services, leaveId);
    expect(events.filter((event) => event.startsWith("leave.approved"))).toHaveLength(1);
  });

  it("decides once when several approvers answer at once, some approving and some denying", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, [
      [people.approver, 1],
      [people.admin, 1],
    ]);
    const { id } = await requestLeave(await as(services, nina), days(nina, "2027-02-01"));
    const tokens = (await deliverLeaveMails(services, office)).map(tokenOf);
    expect(tokens).toHaveLength(2);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        decideByMail(services, tokens[index % 2] ?? "", {
          intent: index % 3 ? "approve" : "deny",
          version: 0,
        }),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect((await leaveRow(services, id)).version).toBe(1);
  });

  it("shows what has changed in a leave, and asks again", async () => {
    await editLeave(await as(services, nina), leaveId, { endDate: "2027-01-13" });
    expect(await approve()).toBe(false);
    expect(await leaveRow(services, leaveId)).toMatchObject({ status: "OPEN" });
    const decision = await readDecision(services, token);
    expect(decision).toMatchObject({
      state: "ready",
      facts: { leave: { endDate: "2027-01-13", version: 1 } },
      changed: { shown: { endDate: "2027-01-15", durationWorkingDays: 5 }, type: null },
    });
    // Only the state shown last is confirmed.
    await editLeave(await as(services, nina), leaveId, { endDate: "2027-01-14" });
    expect(await approve(token, 1)).toBe(false);
    expect(await approve(token, 2)).toBe(true);
  });

  it("is void once its approver is deactivated", async () => {
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, people.approver.id));
    expect(await approve()).toBe(false);
    expect(await stateOf()).toBe("inactive");
    expect((await leaveRow(services, leaveId)).status).toBe("OPEN");
  });

  it("is void once they are no longer an approver of the department", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, [[people.locationAdmin, 1]]);
    expect(await approve()).toBe(false);
    expect(await stateOf()).toBe("not-approver");
  });

  it("shows who decided elsewhere, and cannot decide any more", async () => {
    await denyLeave(await as(services, people.admin), leaveId);
    expect(await approve(token, 1)).toBe(false);
    expect(await readDecision(services, token)).toMatchObject({
      state: "decided",
      status: "DENIED",
      byName: "Ada Admin",
      byYou: false,
    });
  });

  it("stays void when a decided leave opens again: there is a new one", async () => {
    await approveLeave(await as(services, people.approver), leaveId);
    await editLeave(await as(services, nina), leaveId, { endDate: "2027-01-13" });
    expect(await stateOf()).toBe("ended");
    expect(await approve(token, 2)).toBe(false);
    expect(await approve(await tokenSentTo(people.approver), 2)).toBe(true);
  });

  it("of a first level shows that the second one decides", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, [
      [people.approver, 1],
      [people.admin, 2],
    ]);
    expect(await approve()).toBe(true);
    expect(await readDecision(services, token)).toMatchObject({ state: "lifted", byYou: true });
    const second = await tokenSentTo(people.admin);
    expect(await approve(second, 1)).toBe(true);
    expect((await leaveRow(services, leaveId)).approvedLevel).toBe(2);
  });

  it("expires after seven days, and shows so for a month", async () => {
    clock.pass(7 * day);
    expect(await stateOf()).toBe("expired");
    expect(await approve()).toBe(false);
    clock.pass(31 * day);
    await deleteOldLinks(services);
    expect(await stateOf()).toBe("unknown");
  });

  it("requires sign-in where the workspace demands it, and decides nothing", async () => {
    await services.db
      .update(workspaces)
      .set({ mailDecisionNeedsSignIn: true })
      .where(eq(workspaces.id, workspace.id));
    expect(await stateOf()).toBe("sign-in");
    expect(await approve()).toBe(false);
  });

  it("with an invented secret is unknown", async () => {
    expect(await stateOf("x".repeat(43))).toBe("unknown");
    expect(await approve("x".repeat(43))).toBe(false);
  });
});
