import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mails } from "@/drizzle/schema/mails";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day, minute } from "@/server/kernel/time/clock";
import type { UsersInvitationResult } from "@/server/modules/people/people/schema";
import { apiClient, type Single } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import { type CastMember, makeKeys, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { forgetMails, sendMails } from "@/server/test/mail-kit";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { heldClock, mailbox, password, signinServices, someBrowser } from "@/server/test/signin-fixture";
import { resetPassword } from "./reset-password";
import { signInWithPassword } from "./sign-in-with-password";
import { peekToken } from "./tokens";

const clock = heldClock();
const post = mailbox();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await signinServices({ clock, mailer: post }, { APP_URL: "https://app.test" });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  post.sent.length = 0;
  await forgetMails(services);
});

const callerOf = (member: CastMember) => signedInCaller(services, workspace.people[member]);
let count = 0;
const newcomer = () => ({ name: "Zoë Zander", email: `zoe-${count++}@example.com` });
const attempt = () => (count++).toString(16).padStart(32, "0");

async function invite(member: CastMember, more: object = {}, language: "en" | "de" = "en") {
  const person = { ...newcomer(), ...more };
  const { id } = await (await callerOf(member)).invitations.create({ attempt: attempt(), language, person });
  return { id, ...person };
}
async function tokens(): Promise<string[]> {
  await sendMails(services);
  return post.sent.flatMap(({ text }) => [...text.matchAll(/token=(\w+)/g)].map((match) => match[1] ?? ""));
}
const personOf = async (id: string) => (await callerOf("admin")).people.person({ id });
const mailCount = async (to: string) =>
  (await services.db.select().from(mails).where(eq(mails.recipient, to))).length;

describe("inviting", () => {
  it("mails a link that sets the password; the state is INVITED until the first sign-in", async () => {
    const { id, email } = await invite("admin", {
      departmentId: encodeId("department", workspace.departments.sales),
    });
    const [token = ""] = await tokens();
    expect(post.sent[0]).toMatchObject({ to: email, subject: "Ada Admin invited you to Timeaway" });
    expect(post.sent[0]?.text).toContain("Test workspace");
    expect(await personOf(id)).toMatchObject({
      details: { state: "INVITED" },
      department: { name: "Sales" },
      invitation: { sentAt: clock() },
    });
    expect((await (await callerOf("admin")).people.page({ states: ["INVITED"] })).items).toHaveLength(1);
    expect((await (await callerOf("admin")).people.page({ states: ["ACTIVE", "NOT_INVITED"] })).count).toBe(
      6,
    );
    clock.pass(6 * day);
    expect(await peekToken(services, token, "PASSWORD_RESET")).toMatchObject({ isNew: true });
    expect(await resetPassword(services, { token, password }, [])).toBe(true);
    const [ready] = await services.db
      .select()
      .from(mails)
      .where(and(eq(mails.recipient, email), eq(mails.kind, "password_changed")));
    expect(ready?.subject).toBe("Your Timeaway account is ready");
    const entered = await signInWithPassword(services, { email, password }, someBrowser());
    expect(entered).toMatchObject({ ok: true });
    expect(await personOf(id)).toMatchObject({ details: { state: "ACTIVE" }, invitation: null });
  });

  it("uses the chosen language, also in later mails", async () => {
    await invite("admin", {}, "de");
    await sendMails(services);
    expect(post.sent[0]?.subject).toBe("Ada Admin hat dich zu Timeaway eingeladen");
    expect(post.sent[0]?.text).toContain("Passwort wählen");
  });

  it("one form sent many times concurrently creates one person and one mail", async () => {
    const caller = await callerOf("admin");
    const form = { attempt: attempt(), language: "en" as const, person: newcomer() };
    const made = await Promise.all(Array.from({ length: 6 }, () => caller.invitations.create(form)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await mailCount(form.person.email)).toBe(1);
  });

  it("the link expires after seven days", async () => {
    await invite("admin");
    const [token = ""] = await tokens();
    clock.pass(7 * day + minute);
    expect(await peekToken(services, token, "PASSWORD_RESET")).toBeNull();
  });

  it("403 by an approver or a user; 400 by a location admin into another location; 409 a taken address", async () => {
    for (const member of ["approver", "user"] as const)
      await expect(invite(member)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const south = { locationId: encodeId("location", workspace.locations.south) };
    await expect(invite("locationAdmin", south)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const [taken] = await services.db.select().from(users).where(eq(users.id, workspace.people.user.id));
    await expect(invite("admin", { email: taken?.email })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(invite("locationAdmin", { role: "ADMIN" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await invite("locationAdmin")).id).toMatch(/^user-/);
  });
});

describe("inviting again", () => {
  const send = async (member: CastMember, id: string) => (await callerOf(member)).invitations.send({ id });

  it("voids the earlier link, and sends at most one mail a minute", async () => {
    const { id, email } = await invite("admin");
    const [first = ""] = await tokens();
    await expect(send("admin", id)).rejects.toMatchObject({ code: "CONFLICT" });
    clock.pass(2 * minute);
    const sent = await Promise.allSettled(Array.from({ length: 6 }, () => send("admin", id)));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await mailCount(email)).toBe(2);
    expect(await peekToken(services, first, "PASSWORD_RESET")).toBeNull();
    const second = (await tokens()).at(-1) ?? "";
    expect(await peekToken(services, second, "PASSWORD_RESET")).toMatchObject({ email });
  });

  it("works for a person added without an invitation; 409 signed in before or inactive, 404 out of reach, 403 by other roles", async () => {
    const id = (member: CastMember) => encodeId("user", workspace.people[member].id);
    await send("admin", id("user"));
    expect((await personOf(id("user"))).details?.state).toBe("INVITED");
    const { id: newId, email } = await invite("admin");
    const token = (await tokens()).at(-1) ?? "";
    await resetPassword(services, { token, password }, []);
    clock.pass(2 * minute);
    await expect(send("admin", newId)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await mailCount(email)).toBe(2);
    await expect(send("admin", id("inactive"))).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(send("locationAdmin", id("approver"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(send("locationAdmin", id("admin"))).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(send("approver", id("northSeller"))).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("through v2", () => {
  const send = async (member: "admin" | "locationAdmin", path: string, json?: object) =>
    apiClient(services).v2<{ data: { id: string } }>("POST", path, {
      key: (await makeKeys(services, workspace))[member],
      ...(json && { json }),
    });

  it("201 adds and invites in the given language; 200 invites again; 409 too soon, and writes nothing", async () => {
    const person = newcomer();
    const made = await send("admin", "/v2/users/invite", { ...person, language: "de" });
    expect(made).toMatchObject({ status: 201, body: { data: { ...person, status: "ACTIVE" } } });
    await sendMails(services);
    expect(post.sent[0]?.subject).toBe("Ada Admin hat dich zu Timeaway eingeladen");
    const { id } = made.body.data;
    expect((await personOf(id)).details?.state).toBe("INVITED");
    expect((await send("admin", `/v2/users/${id}/invite`)).status).toBe(409);
    clock.pass(2 * minute);
    const again = await send("admin", `/v2/users/${id}/invite`);
    expect(again).toMatchObject({ status: 200, body: { data: { id } } });
    expect(await mailCount(person.email)).toBe(2);
  });

  it("400 faults of form and of references together; 409 a taken address: no one is added", async () => {
    const south = encodeId("location", workspace.locations.south);
    const wrong = { ...newcomer(), language: "xx", locationId: south };
    const refused = await send("locationAdmin", "/v2/users/invite", wrong);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { details: { fields: [{ path: "language" }, { path: "locationId" }] } } },
    });
    const person = newcomer();
    expect((await send("admin", "/v2/users/invite", person)).status).toBe(201);
    expect((await send("admin", "/v2/users/invite", person)).status).toBe(409);
    expect(await mailCount(person.email)).toBe(1);
  });

  it("404 a person out of reach; 403 a person with a stronger role", async () => {
    const path = (member: CastMember) => `/v2/users/${encodeId("user", workspace.people[member].id)}/invite`;
    expect((await send("locationAdmin", path("approver"))).status).toBe(404);
    expect((await send("locationAdmin", path("admin"))).status).toBe(403);
  });
});

describe("many at once", () => {
  const ids = (members: readonly CastMember[]) =>
    members.map((member) => encodeId("user", workspace.people[member].id));
  const made = async (count: number) => {
    const { db } = services;
    const { locationId, departmentId } = workspace.people.user;
    const at = clock();
    const rows = Array.from({ length: count }, (_, index) => ({
      ...{ workspaceId: workspace.id, id: newId(), locationId, departmentId, createdAt: at, updatedAt: at },
      name: `Many ${index}`,
      email: `many-${index}@${workspace.id}.test`,
    }));
    await db.insert(users).values(rows);
    return rows.map(({ id }) => encodeId("user", id));
  };
  const mailsSent = async () =>
    (await services.db.select().from(mails).where(eq(mails.workspaceId, workspace.id))).length;

  it("in batches of a hundred, one operation each; one form sent many times concurrently mails each person once", async () => {
    const caller = await callerOf("admin");
    const select = { ids: await made(120) };
    expect(await caller.invitations.previewMany({ select })).toMatchObject({ count: 120 });
    const form = { attempt: attempt(), select, language: "de" as const };
    const sent = await Promise.all(Array.from({ length: 5 }, () => caller.invitations.sendMany(form)));
    const [{ operationIds } = { operationIds: [] }] = sent;
    expect(operationIds).toHaveLength(2);
    for (const other of sent) expect(other.operationIds).toEqual(operationIds);
    await carriedOut(services);
    expect(await caller.invitations.standing({ operationIds })).toMatchObject({
      ...{
        status: "SUCCEEDED",
        doneCount: 120,
        sentCount: 120,
        skippedCount: 0,
        failedCount: 0,
        error: null,
      },
    });
    expect(await mailsSent()).toBe(120);
    // Two forms within a minute: people just invited are skipped.
    const again = await caller.invitations.sendMany({ ...form, attempt: attempt() });
    await carriedOut(services);
    expect(await caller.invitations.standing(again)).toMatchObject({ sentCount: 0, skippedCount: 120 });
    expect(await mailsSent()).toBe(120);
    const [mail] = await services.db.select().from(mails).where(eq(mails.workspaceId, workspace.id)).limit(1);
    expect(mail?.subject).toBe("Ada Admin hat dich zu Timeaway eingeladen");
  });

  it("skips and counts people who have signed in, are inactive or are out of reach", async () => {
    const { id, email } = await invite("admin");
    await resetPassword(services, { token: (await tokens()).at(-1) ?? "", password }, []);
    const select = { ids: [id, ...ids(["user", "inactive", "northSeller"])] };
    const caller = await callerOf("admin");
    expect(await caller.invitations.previewMany({ select })).toEqual({
      ...{ count: 2, signedInCount: 1, inactiveCount: 1 },
    });
    await caller.invitations.sendMany({ attempt: attempt(), select, language: "en" });
    await carriedOut(services);
    // The invitation, and the mail about the new password.
    expect(await mailCount(email)).toBe(2);
    expect((await personOf(encodeId("user", workspace.people.user.id))).details?.state).toBe("INVITED");
    const form = { attempt: attempt(), select, language: "en" as const };
    await expect((await callerOf("approver")).invitations.sendMany(form)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("200 through the API, with the outcome for each", async () => {
    const { admin: key } = await makeKeys(services, workspace);
    const json = { userIds: [...ids(["user", "inactive"]), encodeId("user", newId())] };
    const answer = await apiClient(services).v2<Single<UsersInvitationResult>>(
      "POST",
      "/v2/users/bulk-invite",
      { key, json },
    );
    expect(answer.status).toBe(200);
    const { users: outcomes, ...counts } = answer.body.data;
    expect(counts).toEqual({ sentCount: 1, skippedCount: 0, failedCount: 2 });
    const codes = new Map(outcomes.map((one) => [one.id, one.code]));
    expect(json.userIds.map((one) => codes.get(one))).toEqual([null, "INACTIVE", "NOT_FOUND"]);
  });

  it("an import invites the people it adds once it is done, and no one by default", async () => {
    const caller = await callerOf("admin");
    const rows = (name: string) =>
      [1, 2].map((at) => ({ name, email: `${name}-${at}-${workspace.id}@example.com`.toLowerCase() }));
    const plain = { mode: "valid" as const, rows: rows("Quiet") };
    await caller.peopleImport.import({ attempt: attempt(), import: plain });
    await carriedOut(services);
    expect(await mailsSent()).toBe(0);
    const taken = { name: "Taken", email: rows("Quiet")[0]?.email };
    const invited = { ...plain, rows: [...rows("Told"), taken], invite: { language: "de" } };
    await caller.peopleImport.import({ attempt: attempt(), import: invited });
    await carriedOut(services);
    expect(await mailsSent()).toBe(2);
    const checked = await caller.peopleImport.checkImport({ ...invited, rows: rows("Checked") });
    expect(checked.goodCount).toBe(2);
    await carriedOut(services);
    expect(await mailsSent()).toBe(2);
  });
});
