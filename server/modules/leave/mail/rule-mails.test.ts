import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { leaveRuleMarks, leaveRules } from "@/drizzle/schema/leave-rules";
import { type NotificationLocale, notificationLocales, type RuleEffect } from "@/drizzle/schema/values";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { decideByMail } from "@/server/modules/leave/mail/decide-by-mail";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { findMarks } from "@/server/modules/leave/rules/find-marks";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, leaveRow, setApprovers } from "@/server/test/leave-kit";
import {
  addressOf,
  askForLeave,
  deliverLeaveMails,
  leaveMailWorkspace,
  tokenOf,
} from "@/server/test/leave-mail-kit";
import { postOffice } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { wordsOf } from "@/server/words/words";

const office = postOffice();
const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let nina: TestPerson;
let approver: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock, mailer: office });
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.delete(leaveRuleMarks);
  await services.db.delete(leaveRules);
  ({ workspace, nina } = await leaveMailWorkspace(services, office, clock));
  approver = workspace.people.approver;
  await setApprovers(services, workspace, workspace.departments.sales, [[approver, 1]]);
});

const addRule = (effect: RuleEffect) =>
  services.db.insert(leaveRules).values({
    workspaceId: workspace.id,
    id: newId(),
    name: "Stocktaking",
    kind: "BLACKOUT",
    parameters: { ranges: [{ from: "2027-01-12", to: "2027-01-12", isYearly: false }] },
    effect,
    createdAt: clock(),
    updatedAt: clock(),
  });

it("the approver's mail names the rules that a request breaks now, with their days", async () => {
  await askForLeave(services, nina);
  await addRule("BLOCK");
  const [mail] = await deliverLeaveMails(services, office);
  expect(mail?.to).toBe(addressOf(approver));
  expect(mail?.text).toContain("Against “Stocktaking”: No leave:");
  expect(mail?.text).toContain("To approve it, you need to say why.");
});

it("a certificate that a rule wants is no broken rule in the approver's mail", async () => {
  await askForLeave(services, nina);
  await services.db.insert(leaveRules).values({
    ...{ workspaceId: workspace.id, id: newId(), name: "Doctor's note", kind: "PROOF", effect: "WARN" },
    ...{ parameters: { longerThan: 0, withinDays: 3 }, createdAt: clock(), updatedAt: clock() },
  });
  const [mail] = await deliverLeaveMails(services, office);
  expect(mail?.text).toMatch(/A certificate is due by \w.*\./);
  expect(mail?.text).not.toContain("Doctor's note");
  expect(mail?.text).not.toContain("Leave rules");
});

it("an approval by mail in spite of a rule takes a reason, and the person reads it", async () => {
  const { id } = await askForLeave(services, nina);
  await addRule("BLOCK");
  const [mail] = await deliverLeaveMails(services, office);
  if (!mail) throw new Error("The approver got no mail");
  const { version } = await leaveRow(services, id);
  const decide = (reason: string | undefined) =>
    decideByMail(services, tokenOf(mail), { intent: "approve", version, reason });
  expect(await decide(undefined)).toBe(false);
  expect((await leaveRow(services, id)).status).toBe("OPEN");
  expect(await decide("Agreed in May")).toBe(true);
  expect(await findMarks(await as(services, nina), [id])).toMatchObject([
    { name: "Stocktaking", overriddenById: approver.id, overrideReason: "Agreed in May" },
  ]);
  const [outcome] = await deliverLeaveMails(services, office);
  expect(outcome?.to).toBe(addressOf(nina));
  expect(outcome?.text).toContain("In spite of “Stocktaking”: No leave:");
  expect(outcome?.text).toContain("Agreed in May");
});

it("a warning stops no approval", async () => {
  await addRule("WARN");
  const { id } = await askForLeave(services, nina);
  const after = await approveLeave(await as(services, approver), id);
  expect(after.status).toBe("APPROVED");
});

it.each(notificationLocales)("says it in %s", (locale: NotificationLocale) => {
  const { say } = wordsOf(locale);
  const values = { name: "Inventory", sentence: "None.", by: "Ana", reason: "Agreed" };
  for (const word of ["ruleBlocks", "ruleWarns", "ruleOverridden"] as const)
    expect(say(`leaveMail.${word}`, values)).toContain("Inventory");
});
