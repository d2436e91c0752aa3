import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { providerAccounts } from "@/drizzle/schema/signin";
import { identityWorkspaces } from "@/drizzle/schema/workspace-directory";
import { recordMissedIdentities } from "@/server/access/record-missed-identities";
import {
  forgetIdentities,
  recordIdentities,
  workspacesOfIdentity,
} from "@/server/access/workspaces-of-identity";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Single } from "@/server/test/api-client";
import { erased } from "@/server/test/erased";
import { makeKeys, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { findPeopleByEmail } from "./people-by-email";
import { findPeopleOfAccount, rememberAccount } from "./provider-accounts";

const clock = standingClock();
const sent: { text: string; parameters: unknown[] }[] = [];
let services: Services;
let first: TestWorkspace;
let second: TestWorkspace;
let keys: Record<"first" | "second", TestKey>;

beforeAll(async () => {
  services = await testServices({
    clock,
    onStatement: (_, text, parameters) => void sent.push({ text, parameters }),
  });
  [first, second] = [await makeWorkspace(services), await makeWorkspace(services)];
  const [{ admin: one }, { admin: two }] = [
    await makeKeys(services, first),
    await makeKeys(services, second),
  ];
  keys = { first: one, second: two };
});
afterAll(() => services.close());
beforeEach(() => {
  sent.length = 0;
});

const someEmail = () => `Ann.${newId()}@example.com`;
const add = async (key: TestKey, email: string): Promise<string> => {
  const { status, body } = await apiClient(services).v2<Single>("POST", "/v2/users", {
    key,
    json: { name: "Ann", email },
  });
  expect(status).toBe(201);
  return String(body.data.id).replace("user-", "");
};
/** As a process of the release before does. */
const addWithoutDirectory = async ({ id: workspaceId, people: { user } }: TestWorkspace, email: string) => {
  const { locationId, departmentId } = user;
  const at = clock();
  const row = {
    workspaceId,
    id: newId(),
    name: "Ann",
    email,
    locationId,
    departmentId,
    createdAt: at,
    updatedAt: at,
  };
  await services.db.insert(users).values(row);
  return row.id;
};
const directoryOf = (email: string) => workspacesOfIdentity(services.db, { emails: [email] });
const workspacesFound = async (email: string) =>
  (await findPeopleByEmail(services.db, email)).map(({ workspaceId }) => workspaceId).sort();
const anywhere = () => sent.filter(({ text }) => /select distinct "?workspace_id/.test(text));

it("an address leads to the workspaces in which it is, in any letters", async () => {
  const email = someEmail();
  await add(keys.first, email);
  expect(await workspacesFound(email.toUpperCase())).toEqual([first.id]);
  await add(keys.second, email.toLowerCase());
  sent.length = 0;
  expect(await workspacesFound(email)).toEqual([first.id, second.id].sort());
  expect(anywhere()).toEqual([]);
  const [read] = sent.filter(({ text }) => text.includes("credentials"));
  expect(read?.parameters.join()).toContain(first.id);
  expect(read?.parameters.join()).toContain(second.id);
});

it("an address that a process of the release before wrote is found in all workspaces, and then remembered", async () => {
  const email = someEmail();
  await addWithoutDirectory(first, email);
  await addWithoutDirectory(second, email);
  expect(await directoryOf(email)).toEqual([]);
  expect(await workspacesFound(email)).toEqual([first.id, second.id].sort());
  expect(anywhere().length).toBeGreaterThan(0);
  sent.length = 0;
  expect(await workspacesFound(email)).toHaveLength(2);
  expect(anywhere()).toEqual([]);
});

it("no one has an address: nothing is remembered", async () => {
  const email = someEmail();
  expect(await workspacesFound(email)).toEqual([]);
  expect(await directoryOf(email)).toEqual([]);
});

it("a changed address leads from the new one only; a refused change leaves both as they are", async () => {
  const [old, next, taken] = [someEmail(), someEmail(), someEmail()];
  const id = await add(keys.first, old);
  await add(keys.first, taken);
  const change = (email: string) =>
    apiClient(services).v2("PATCH", `/v2/users/${encodeId("user", id)}`, {
      key: keys.first,
      json: { email },
    });
  expect((await change(taken)).status).toBe(409);
  expect([await directoryOf(old), await directoryOf(taken)]).toEqual([[first.id], [first.id]]);
  expect((await change(next)).status).toBe(200);
  expect([await directoryOf(old), await directoryOf(next)]).toEqual([[], [first.id]]);
  expect((await change(next.toUpperCase())).status).toBe(200);
  expect(await directoryOf(next)).toEqual([first.id]);
});

it("an erased person's address and accounts leave the directory, unless another user has the address now", async () => {
  const [gone, reused] = [someEmail(), someEmail()];
  const account = { issuer: "https://provider.test", subject: newId() };
  const ids = [await add(keys.first, gone), await add(keys.first, reused)];
  const [person] = await findPeopleByEmail(services.db, gone);
  if (!person) throw new Error("not found");
  await services.db.transaction((tx) => rememberAccount(tx, person, account, clock()));
  expect(await workspacesOfIdentity(services.db, { accounts: [account] })).toEqual([first.id]);
  const isTheirs = and(eq(users.workspaceId, first.id), inArray(users.id, ids));
  await services.db.update(users).set({ status: "DELETED" }).where(isTheirs);
  await add(keys.first, reused);
  const ctx = await as(services, first.people.admin);
  for (const id of ids) await erased(ctx, id);
  expect([await directoryOf(gone), await directoryOf(reused)]).toEqual([[], [first.id]]);
  expect(await workspacesOfIdentity(services.db, { accounts: [account] })).toEqual([]);
});

it("an account leads to its person after their address has changed", async () => {
  const email = someEmail();
  const account = { issuer: "https://provider.test", subject: newId() };
  const id = await add(keys.second, email);
  const [person] = await findPeopleOfAccount(services.db, account, email);
  if (!person) throw new Error("not found");
  await services.db.transaction((tx) => rememberAccount(tx, person, account, clock()));
  const json = { email: someEmail() };
  await apiClient(services).v2("PATCH", `/v2/users/${encodeId("user", id)}`, { key: keys.second, json });
  sent.length = 0;
  expect(await findPeopleOfAccount(services.db, account, null)).toMatchObject([
    { userId: id, workspaceId: second.id },
  ]);
  expect(anywhere()).toEqual([]);
});

it("an address or account that the release before gave to someone in a further workspace is found there after the next job", async () => {
  const email = someEmail();
  await add(keys.first, email);
  const userId = await addWithoutDirectory(second, email);
  const account = { issuer: "https://idp.example", subject: newId() };
  await recordIdentities(services.db, first.id, { accounts: [account] });
  await services.db
    .insert(providerAccounts)
    .values({ ...account, workspaceId: second.id, userId, email, createdAt: new Date() });
  expect(await workspacesFound(email)).toEqual([first.id]);
  await recordMissedIdentities(services);
  expect(await workspacesFound(email)).toEqual([first.id, second.id].sort());
  expect(await workspacesOfIdentity(services.db, { accounts: [account] })).toEqual(
    expect.arrayContaining([second.id]),
  );
});

it("the job leaves out an address that is being taken away", async () => {
  const email = someEmail();
  const id = await addWithoutDirectory(first, email);
  await services.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ email: `erased.${id}@example.com`, erasedAt: clock() })
      .where(and(eq(users.workspaceId, first.id), eq(users.id, id)));
    await recordMissedIdentities(services);
  });
  expect(await directoryOf(email)).toEqual([]);
});

it("a removal waits for a user who gets the address meanwhile, and leaves it to them", async () => {
  const email = someEmail();
  const workspaceId = first.id;
  const before = await addWithoutDirectory(first, email);
  await recordIdentities(services.db, workspaceId, { emails: [email] });
  await services.db
    .update(users)
    .set({ status: "DELETED" })
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, before)));
  let commit = (): void => undefined;
  const committed = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let written = (): void => undefined;
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const { locationId, departmentId } = first.people.user;
  const adding = services.db.transaction(async (tx) => {
    const at = clock();
    const place = { workspaceId, locationId, departmentId };
    await tx
      .insert(users)
      .values({ ...place, id: newId(), name: "Ann", email, createdAt: at, updatedAt: at });
    await recordIdentities(tx, workspaceId, { emails: [email] });
    written();
    await committed;
  });
  await isWritten;
  const erasing = services.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ email: "erased@example.com", erasedAt: clock() })
      .where(and(eq(users.workspaceId, workspaceId), eq(users.id, before)));
    await forgetIdentities(tx, workspaceId, { emails: [email] });
  });
  await waitingForLock();
  commit();
  await Promise.all([adding, erasing]);
  expect(
    await services.db
      .select()
      .from(identityWorkspaces)
      .where(sql`leads_to = ${workspaceId}::uuid and
    hash = sha256(convert_to('address ' || lower(${email}), 'UTF8'))`),
  ).toHaveLength(1);
});

async function waitingForLock(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const [row] = await services.db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if ((row?.waiting ?? 0) > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the removal did not wait");
}
