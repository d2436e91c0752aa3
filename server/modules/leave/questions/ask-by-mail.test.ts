import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { decideByMail } from "@/server/modules/leave/mail/decide-by-mail";
import { readDecision } from "@/server/modules/leave/mail/read-decision";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { leaveRow, setApprovers, tracesOf } from "@/server/test/leave-kit";
import {
  addressOf,
  askForLeave,
  deliverLeaveMails,
  leaveMailWorkspace,
  linksOf,
  tokenOf,
} from "@/server/test/leave-mail-kit";
import { mailRows, postOffice } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { askByMail } from "./ask-by-mail";

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
  const mails = await deliverLeaveMails(services, office);
  const mail = mails.find(({ to }) => to === addressOf(people.approver));
  if (!mail) throw new Error("There is no mail");
  token = tokenOf(mail);
});

const attempt = () => newId().replaceAll("-", "");
const ask = (question = "Can Bo cover the fair?", form = attempt()) =>
  askByMail(services, token, { attempt: form, question });
const questions = () => services.db.select().from(leaveQuestions).where(eq(leaveQuestions.leaveId, leaveId));

it("a question of the mail's page goes to the person, the request goes on waiting, and the link still decides", async () => {
  expect(await ask()).toBe("asked");
  expect(await leaveRow(services, leaveId)).toMatchObject({ status: "OPEN", version: 0 });
  expect(await questions()).toMatchObject([
    { question: "Can Bo cover the fair?", askedById: people.approver.id, userId: nina.id },
  ]);
  const mails = (await mailRows(services)).filter(({ kind }) => kind === "leave_question");
  expect(mails.at(-1)?.recipient).toBe(addressOf(nina));
  expect(await linksOf(services, leaveId)).toMatchObject([{ usedAt: null, endedAt: null }]);
  expect(await readDecision(services, token)).toMatchObject({
    state: "ready",
    question: { question: "Can Bo cover the fair?", answer: null },
  });
  const { audit } = await tracesOf(services, leaveId);
  expect(audit.at(-1)).toMatchObject({
    action: "leave.question",
    via: "mail",
    actingUserId: people.approver.id,
  });
  expect(await decideByMail(services, token, { intent: "approve", version: 0 })).toBe(true);
});

it("a form sent twenty times at once asks once; of ten questions at once three pass", async () => {
  const form = attempt();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("And the keys?", form)));
  expect(new Set(answers)).toEqual(new Set(["asked"]));
  expect(await questions()).toHaveLength(1);
  const more = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(`Question ${n}`)));
  expect(more.filter((one) => one === "asked")).toHaveLength(2);
  expect(more.filter((one) => one === "too-many")).toHaveLength(8);
  expect(await questions()).toHaveLength(3);
});

it("nothing is asked once it is decided, with an expired, used or invented link, or by someone inactive", async () => {
  expect(await askByMail(services, "x".repeat(43), { attempt: attempt(), question: "Who covers?" })).toBe(
    "refused",
  );
  await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, people.approver.id));
  expect(await ask()).toBe("refused");
  await services.db.update(users).set({ status: "ACTIVE" }).where(eq(users.id, people.approver.id));
  clock.pass(7 * day);
  expect(await ask()).toBe("refused");
  clock.pass(-7 * day);
  await decideByMail(services, token, { intent: "deny", version: 0 });
  expect(await ask()).toBe("refused");
  expect(await questions()).toEqual([]);
});

it("nothing is asked without signing in where the workspace demands it", async () => {
  await services.db
    .update(workspaces)
    .set({ mailDecisionNeedsSignIn: true })
    .where(eq(workspaces.id, workspace.id));
  expect(await ask()).toBe("refused");
});
