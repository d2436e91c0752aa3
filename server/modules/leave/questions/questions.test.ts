import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { deleteLeave } from "@/server/modules/leave/requests/delete";
import { getLeaveHistory } from "@/server/modules/leave/requests/get-leave-history";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, leaveRow, makeLeaveWorkspace, makePerson, setApprovers } from "@/server/test/leave-kit";
import { addressOf } from "@/server/test/leave-mail-kit";
import { mailRows } from "@/server/test/mail-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { answerQuestion } from "./answer-question";
import { askRequester } from "./ask-requester";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeLeaveWorkspace(services);
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
});
afterAll(() => services.close());

const mailCount = async () =>
  (await mailRows(services)).filter(({ kind }) => kind === "leave_question").length;
const requested = async () => {
  const person = await makePerson(services, workspace, { name: "Ana Ilić" });
  const leave = await requestLeave(await as(services, person), days(person, "2026-12-01"));
  return { person, id: leave.id, version: leave.version };
};
const ask = async (by: TestPerson, id: string, question = "Can Bo cover the fair?") =>
  askRequester(await as(services, by), id, question);
const stepsOf = async (by: TestPerson, id: string) =>
  (await getLeaveHistory(await as(services, by), id)).map(({ step, reason }) => ({ step, reason }));

it("a question is mailed to the requester and an answer to who asked; both are in the history, and the request goes on waiting", async () => {
  const { approver } = workspace.people;
  const { person, id, version } = await requested();
  const questionId = await ask(approver, id);
  expect(await leaveRow(services, id)).toMatchObject({ status: "OPEN", version });
  const caller = await signedInCaller(services, approver);
  const inQueue = async () =>
    (await caller.approvals.toDecide({})).items.find((one) => one.id === encodeId("leave", id));
  expect(await inQueue()).toMatchObject({
    question: { question: "Can Bo cover the fair?", askedAt: testNow, answer: null, answeredAt: null },
  });
  await answerQuestion(await as(services, person), { leaveId: id, id: questionId, answer: "He can." });
  expect((await inQueue())?.question).toMatchObject({ answer: "He can.", answeredAt: testNow });
  for (const reader of [person, approver])
    expect((await stepsOf(reader, id)).slice(-2)).toEqual([
      { step: "question", reason: "Can Bo cover the fair?" },
      { step: "answer", reason: "He can." },
    ]);
  const mails = (await mailRows(services)).filter(({ kind }) => kind === "leave_question");
  expect(mails.map(({ recipient }) => recipient)).toEqual([addressOf(person), addressOf(approver)]);
  expect(mails[0]?.subject).toContain("A question about your leave");
  const own = await signedInCaller(services, person);
  expect((await own.leaves.get({ id: encodeId("leave", id) })).questions).toMatchObject([
    { question: "Can Bo cover the fair?", answer: "He can.", askedByName: approver.name },
  ]);
});

it("who reaches the person but may not decide sees that something was asked, and no text", async () => {
  const { approver, admin } = workspace.people;
  const { id } = await requested();
  await ask(approver, id);
  const decidedBy = (value: "DEPARTMENT" | "ADMINS") =>
    services.db
      .update(leavePolicies)
      .set({ decidedBy: value })
      .where(eq(leavePolicies.workspaceId, workspace.id));
  await decidedBy("ADMINS");
  expect((await stepsOf(approver, id)).at(-1)).toEqual({ step: "question", reason: null });
  const caller = await signedInCaller(services, approver);
  expect((await caller.leaves.get({ id: encodeId("leave", id) })).questions).toEqual([]);
  expect((await stepsOf(admin, id)).at(-1)).toMatchObject({ reason: "Can Bo cover the fair?" });
  await decidedBy("DEPARTMENT");
  const stranger = await makePerson(services, workspace);
  await expect(stepsOf(stranger, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
});

it("403 for those who may not decide, and for anyone but the owner who answers; 409 once it is decided", async () => {
  const { approver, platformer } = workspace.people;
  const { person, id } = await requested();
  await expect(ask(person, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(ask(platformer, id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  const questionId = await ask(approver, id);
  const answer = { leaveId: id, id: questionId, answer: "Yes" };
  await expect(answerQuestion(await as(services, approver), answer)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(answerQuestion(await as(services, person), { ...answer, id: newId() })).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
  });
  await approveLeave(await as(services, approver), id);
  await expect(ask(approver, id)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(answerQuestion(await as(services, person), answer)).rejects.toMatchObject({
    code: "CONFLICT",
  });
});

it("of ten simultaneous questions three pass, and a day later there may be more; a form sent twice asks once", async () => {
  const { approver, admin } = workspace.people;
  const { id } = await requested();
  const asked = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => ask(n % 2 ? approver : admin, id)),
  );
  const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused).toHaveLength(7);
  for (const { code, more } of refused)
    expect([code, more.resolution]).toEqual(["CONFLICT", "Ask again tomorrow, or decide."]);
  clock.pass(day + 1);
  const form = {
    attempt: newId().replaceAll("-", ""),
    leaveId: encodeId("leave", id),
    question: " And the keys? ",
  };
  const caller = await signedInCaller(services, approver);
  const calls = await Promise.all([1, 2, 3].map(() => caller.questions.ask(form)));
  expect(new Set(calls.map((one) => one.id)).size).toBe(1);
  const rows = await services.db.select().from(leaveQuestions).where(eq(leaveQuestions.leaveId, id));
  expect(rows).toHaveLength(4);
  expect(rows.map(({ question }) => question)).toContain("And the keys?");
  await expect(caller.questions.ask({ ...form, question: "  " })).rejects.toThrow();
  clock.set(testNow);
});

it("of simultaneous answers one counts, and is mailed once; with a deleted leave they are gone", async () => {
  const { approver, admin } = workspace.people;
  const { person, id } = await requested();
  const before = await mailCount();
  const questionId = await ask(approver, id);
  const ctx = await as(services, person);
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, (_, n) =>
      answerQuestion(ctx, { leaveId: id, id: questionId, answer: `Answer ${n}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  // The question's, and the one answer's.
  expect((await mailCount()) - before).toBe(2);
  expect((await stepsOf(person, id)).filter(({ step }) => step === "answer")).toHaveLength(1);
  await deleteLeave(await as(services, admin), id);
  expect(await services.db.select().from(leaveQuestions).where(eq(leaveQuestions.leaveId, id))).toEqual([]);
});
