import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { newId } from "@/server/kernel/ids";
import { randomBase62, sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { admitLegacyKey } from "@/server/modules/integrations/legacy-keys/admit";
import { findPeopleByEmail } from "@/server/signin/people-by-email";
import { findPeopleOfAccount } from "@/server/signin/provider-accounts";
import { peekToken } from "@/server/signin/tokens";
import { emptyDatabase } from "./database";
import { standingClock, testNow, testServices } from "./services";

/** The last migration before secrets and addresses led to their workspaces. */
const before = "0060_one_outbox";

const clock = standingClock();
const sent: string[] = [];
const [workspaceId, userId, locationId, departmentId] = [newId(), newId(), newId(), newId()];
const [key, token] = [randomBase62(40), randomBase62(43)];
const account = { issuer: "https://provider.test", subject: "1" };
let sql: Sql;
let services: Services;

beforeAll(async () => {
  const url = await emptyDatabase();
  await migrate(url, undefined, undefined, before);
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  const at = testNow;
  const keyId = newId();
  await sql`insert into workspaces (id, name, plan, created_at) values (${workspaceId}, 'Acme', 'COMPLETE', ${at})`;
  await sql`insert into locations (workspace_id, id, name, timezone, created_at)
    values (${workspaceId}, ${locationId}, 'Lisbon', 'Europe/Lisbon', ${at})`;
  await sql`insert into departments (workspace_id, id, name, created_at) values (${workspaceId}, ${departmentId}, 'Sales', ${at})`;
  await sql`insert into users (workspace_id, id, name, email, location_id, department_id, created_at, updated_at)
    values (${workspaceId}, ${userId}, 'Ana', 'Ana@Example.com', ${locationId}, ${departmentId}, ${at}, ${at})`;
  await sql`insert into provider_accounts (workspace_id, issuer, subject, user_id, email, created_at)
    values (${workspaceId}, ${account.issuer}, ${account.subject}, ${userId}, 'ana@example.com', ${at})`;
  await sql`insert into legacy_keys (workspace_id, id, prefix, last_four, hash, imported_at)
    values (${workspaceId}, ${keyId}, 'abcd', 'wxyz', ${sha256(key)}, ${at})`;
  await sql`insert into rate_counters (workspace_id, key_id, theoretical_arrival_at, month, day)
    values (${workspaceId}, ${keyId}, ${at}, '2026-11-01', '2026-11-20')`;
  await sql`insert into signin_tokens (workspace_id, hash, purpose, user_id, created_at, expires_at)
    values (${workspaceId}, ${sha256(token)}, 'MAGIC_LINK', ${userId}, ${at}, '2030-01-01')`;
  await migrate(url);
  services = await testServices(
    { clock, onStatement: (_, text) => void sent.push(text) },
    { DATABASE_URL: url },
  );
});
afterAll(async () => {
  await services.close();
  await sql.end();
});

it("the migration tells the directory what was issued before, and who signs in", async () => {
  expect((await admitLegacyKey(services, key))?.actor.workspaceId).toBe(workspaceId);
  expect(await peekToken(services, token, "MAGIC_LINK")).toMatchObject({ workspaceName: "Acme" });
  expect(await findPeopleByEmail(services.db, "ana@example.com")).toMatchObject([{ userId }]);
  expect(await findPeopleOfAccount(services.db, account, null)).toMatchObject([{ userId }]);
  // Nothing was looked for in all workspaces, which is remembered by an INSERT.
  expect(sent.filter((text) => /insert into "?(secret|identity)_workspaces/.test(text))).toEqual([]);
});
