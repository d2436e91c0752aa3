import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { leaves } from "@/drizzle/schema/leaves";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";
import type { Actor } from "./actor";
import { everyWorkspace, givenReachOrSelf, givenWorkspace, reachOf, workspaceOf } from "./reach";
import { scoped } from "./scoped";

let services: Services;
let db: Db;
beforeAll(async () => {
  services = await testServices();
  db = services.db;
});
afterAll(() => services.close());

const workspaceId = "00000000-0000-7000-8000-000000000001";
const one = workspaceOf({ workspaceId });
const actor = (role: Actor["role"]): Actor => ({
  workspaceId,
  userId: "me",
  role,
  locationIds: ["here"],
  departmentIds: ["there"],
  plan: "CORE",
  via: { type: "operator" },
});
const reach = (role: Actor["role"]) => reachOf(actor(role));
const id = { id: users.id };

describe("a query of one workspace", () => {
  const inWorkspace = /"users"."workspace_id" = \$\d/;

  it("stays within it, with one condition, with several, and with none", () => {
    const query = () => scoped(one, users).select(db, id);
    expect(query().toSQL()).toEqual({
      sql: expect.stringMatching(/where "users"\."workspace_id" = \$1$/),
      params: [workspaceId],
    });
    expect(query().where(eq(users.name, "Ann")).toSQL().params).toEqual([workspaceId, "Ann"]);
    expect(query().where(undefined).orderBy(users.id).limit(1).toSQL().sql).toMatch(inWorkspace);
    const selected = query().$dynamic().where(eq(users.name, "Ann")).where(eq(users.name, "Bob")).toSQL();
    expect(selected.params).toEqual([workspaceId, "Bob"]);
  });

  it("an OR in its condition does not escape the workspace", () => {
    const { sql: text } = scoped(one, users).select(db, id).where(sql`${users.name} = 'Ann' or true`).toSQL();
    expect(text).toMatch(/"workspace_id" = \$1 and \(?"users"\."name" = 'Ann' or true\)?/);
  });

  it("updates and deletes no rows of other workspaces", () => {
    const changed = scoped(one, users).update(db).set({ name: "Ann" });
    expect(changed.toSQL()).toMatchObject({ params: ["Ann", workspaceId] });
    expect(scoped(one, sessions).delete(db).toSQL().sql).toMatch(/where "sessions"."workspace_id" = \$1$/);
    expect(scoped(one, users).selectDistinct(db, id).toSQL().sql).toMatch(inWorkspace);
    expect(scoped(one, users).selectAll(db).toSQL().sql).toMatch(inWorkspace);
  });

  it("joins rows of the same workspace, aliased tables included; joins tables without a workspace unchanged", () => {
    const revokers = alias(users, "revokers");
    const { sql: text } = scoped(one, oauthGrants)
      .select(db, id)
      .innerJoin(users, eq(users.id, oauthGrants.userId))
      .leftJoin(revokers, eq(revokers.id, users.id))
      .innerJoin(oauthClients, eq(oauthClients.id, oauthGrants.clientId))
      .toSQL();
    expect(text).toContain('"users" on ("users"."workspace_id" = "oauth_grants"."workspace_id" and');
    expect(text).toContain('"revokers" on ("revokers"."workspace_id" = "oauth_grants"."workspace_id" and');
    expect(text).toContain('"oauth_clients" on "oauth_clients"."id"');
  });

  it("can be a prepared statement, or a subquery", () => {
    const given = scoped(givenWorkspace, users).select(db, id).toSQL();
    expect(given.params).toMatchObject([{ name: "workspaceId" }]);
    const within = scoped(workspaceOf(users), sessions).select(db, { id: sessions.id }).toSQL();
    expect(within.sql).toContain('"sessions"."workspace_id" = "users"."workspace_id"');
  });
});

describe("a reach", () => {
  const conditionOn = (table: typeof users | typeof leaves, role: Actor["role"]) =>
    scoped(reach(role), table).selectAll(db).toSQL();

  it.each([
    ["LOCATION_ADMIN", '"users"."location_id" = any($2)', '{"here"}'],
    ["APPROVER", '"users"."department_id" = any($2)', '{"there"}'],
    ["USER", '"users"."id" = any($2)', '{"me"}'],
  ] as const)("of %s limits users and leave", (role, condition, list) => {
    expect(conditionOn(users, role)).toMatchObject({
      sql: expect.stringContaining(condition),
      params: [workspaceId, list],
    });
    // The people of leave are looked for in the workspace by its name, too: Citus follows no equality into the subselect.
    const isSelf = role === "USER";
    expect(conditionOn(leaves, role)).toMatchObject({
      sql: expect.stringContaining(isSelf ? '"leaves"."user_id" = any($2)' : condition.replace("$2", "$3")),
      params: isSelf ? [workspaceId, list] : [workspaceId, workspaceId, list],
    });
  });

  it("of an administrator is the whole workspace", () => {
    expect(conditionOn(leaves, "ADMIN").params).toEqual([workspaceId]);
  });

  it("of a single read includes the caller", () => {
    const { sql: text } = scoped(givenReachOrSelf("locations"), users).select(db, id).toSQL();
    expect(text).toMatch(/"location_id" = any\(\$2\) or "users"."id" = \$3::uuid\)/);
    const own = scoped(givenReachOrSelf("self"), users).select(db, id).toSQL();
    expect(own.sql).not.toContain(" or ");
  });

  it("does not apply to tables other than users and leave: these require the workspace", () => {
    // @ts-expect-error a reach is not enough
    scoped(reach("APPROVER"), apiKeys);
    // @ts-expect-error nor is an object created outside access
    scoped({ kind: "workspace", workspaceId }, apiKeys);
    // @ts-expect-error and an OAuth client belongs to no workspace
    scoped(one, oauthClients);
    const every = scoped(everyWorkspace("a test"), apiKeys).select(db, { id: apiKeys.id }).toSQL();
    expect(every.sql).toMatch(/where true \/\* every workspace: a test \*\/$/);
  });
});
