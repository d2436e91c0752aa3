import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { mails } from "@/drizzle/schema/mails";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { type CastMember, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { heldClock, mailbox, password, signinServices, someBrowser } from "@/server/test/signin-fixture";
import { resetPassword } from "./reset-password";
import { signInWithPassword } from "./sign-in-with-password";
import { peekToken } from "./tokens";

const clock = heldClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await signinServices({ clock, mailer: mailbox() }, { APP_URL: "https://app.test" });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
});

const linksBy = async (member: CastMember, ...userIds: string[]) =>
  (await signedInCaller(services, workspace.people[member])).invitations.links({
    userIds: userIds.map((id) => encodeId("user", id)),
    language: "de",
  });
const tokenIn = (url = "") => /token=(\w+)$/.exec(url)?.[1] ?? "";
const addressOf = async (id: string) => {
  const [found] = await services.db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return found?.email ?? "";
};

it("a copied link sets the password, and its person signs in with it; no mail is written", async () => {
  const { id } = workspace.people.user;
  const [link] = await linksBy("admin", id);
  const email = await addressOf(id);
  expect(link).toMatchObject({ id: encodeId("user", id), email });
  expect(await services.db.$count(mails, eq(mails.recipient, email))).toBe(0);
  expect(await resetPassword(services, { token: tokenIn(link?.url), password }, [])).toBe(true);
  expect(await signInWithPassword(services, { email, password }, someBrowser())).toMatchObject({ ok: true });
  expect(await linksBy("admin", id)).toEqual([]);
});

it("a copied link proves no address that someone has in another workspace: the password opens nothing there or here", async () => {
  const { id } = workspace.people.user;
  const other = await makeWorkspace(services);
  const email = `shared-${newId()}@example.com`;
  for (const one of [id, other.people.user.id])
    await services.db.update(users).set({ email }).where(eq(users.id, one));
  const [link] = await linksBy("admin", id);
  expect(await resetPassword(services, { token: tokenIn(link?.url), password }, [])).toBe(true);
  expect(await signInWithPassword(services, { email, password }, someBrowser())).toMatchObject({ ok: false });
});

it("a new link ends the one before, also of links made at once; it lasts for seven days", async () => {
  const { id } = workspace.people.user;
  const made = await Promise.all(Array.from({ length: 6 }, () => linksBy("admin", id)));
  const found = await Promise.all(
    made.flat().map(({ url }) => peekToken(services, tokenIn(url), "PASSWORD_RESET")),
  );
  expect(found.filter(Boolean)).toHaveLength(1);
  const [last] = await linksBy("admin", id);
  clock.pass(7 * day + 1);
  expect(await peekToken(services, tokenIn(last?.url), "PASSWORD_RESET")).toBeNull();
});

it("403 for everyone except administrators; people of another workspace are left out", async () => {
  const { id } = workspace.people.user;
  for (const member of ["locationAdmin", "approver", "user"] as const)
    await expect(linksBy(member, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await linksBy("admin", (await makeWorkspace(services)).people.user.id)).toEqual([]);
});

it("409 where mail is set up", async () => {
  const mailing = await signinServices({ clock, mailer: mailbox() }, { SMTP_URL: "smtp://mail.test" });
  const place = await makeWorkspace(mailing);
  const { invitations } = await signedInCaller(mailing, place.people.admin);
  await expect(
    invitations.links({ userIds: [encodeId("user", place.people.user.id)], language: "en" }),
  ).rejects.toMatchObject({ code: "CONFLICT" });
  await mailing.close();
});
