import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { auditEvents } from "@/drizzle/schema/audit";
import { labels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { type DemoSummary, seedDemo } from "@/drizzle/seed/demo";
import type { Services } from "@/server/kernel/services";
import { signingSecrets } from "@/server/modules/integrations/webhooks/secret";
import { canReadSigningKeys } from "@/server/oauth/keys/keyring";
import { ensureSigningKeys } from "@/server/oauth/keys/signing-keys";
import { signInWithPassword } from "@/server/signin/sign-in-with-password";
import { apiClient } from "@/server/test/api-client";
import { makeKey, type TestKey } from "@/server/test/factories";
import {
  type InstalledServer,
  installedPostgres,
  startInstalledPostgres,
} from "@/server/test/installed-postgres";
import { testEnvironment, testServices } from "@/server/test/services";
import { someBrowser } from "@/server/test/signin-fixture";
import { makeWebhook, webhookRow } from "@/server/test/webhook-kit";
import { examine } from "./doctor/examine";

// The commands of docs/operate/README.md, with the programs and the server of an installed PostgreSQL.
if (!installedPostgres)
  console.log("pg_dump drill skipped: no PostgreSQL with pg_dump is installed (PG_BIN).");

const programs = installedPostgres ?? "";
const passwords = { ADMIN: "first secret", LOCATION_ADMIN: "second", APPROVER: "third", USER: "fourth" };
const folder = mkdtempSync(path.join(tmpdir(), "timeaway-drill-"));
const file = path.join(folder, "timeaway.dump");
const execute = promisify(execFile);
const run = (name: string, ...args: string[]) => execute(path.join(programs, name), args);

let server: InstalledServer;
let services: Services;
let demo: DemoSummary;
let key: TestKey;
let webhook: Awaited<ReturnType<typeof makeWebhook>>;

beforeAll(async () => {
  if (!installedPostgres) return;
  server = await startInstalledPostgres(installedPostgres);
  await run("createdb", "--maintenance-db", server.urlOf("postgres"), "timeaway");
  await migrate(server.urlOf("timeaway"));
  services = await testServices({}, { DATABASE_URL: server.urlOf("timeaway") });
  demo = await seedDemo(services.db, { now: services.clock(), passwords, legacyKey: "L".repeat(40) });
  await ensureSigningKeys(services.db, services.settings.encryptionKeys, services.clock());
  const admin = { workspaceId: demo.workspace.id, id: await idOf("ADMIN") };
  key = await makeKey(services, { workspaceId: admin.workspaceId, ownerId: admin.id });
  webhook = await makeWebhook(services, admin as never, { url: "https://example.com/" });
}, 120_000);
afterAll(async () => {
  await services?.close();
  server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const emailOf = (role: string) => demo.signIns.find((one) => one.role === role)?.email ?? "";
async function idOf(role: string): Promise<string> {
  const [row] = await services.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, emailOf(role)));
  return row?.id ?? "";
}

const post = (of: Services, name: string) =>
  apiClient(of).v2("POST", "/v2/labels", { key, json: { name, color: "3b82f6" } });

/** Writes sequentially until `stop`. @returns how many were acknowledged */
function writing() {
  let goesOn = true;
  let count = 0;
  const done = (async () => {
    for (; goesOn; count++) {
      expect((await post(services, `Drill ${count}`)).status).toBe(201);
      // Below the key's rate, however long the dump takes.
      await delay(100);
    }
  })();
  return {
    soFar: () => count,
    async stop() {
      goesOn = false;
      await done;
      return count;
    },
  };
}

/** Row counts of every table except those that the writes change. */
async function rowCounts({ db }: Services): Promise<Record<string, number>> {
  const tables = await db.execute<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'drizzle') order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    if (/^(labels|audit_events|request_)/.test(name)) continue;
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.raw(name)}`,
    );
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

const drilled = async ({ db }: Services) => {
  const count = sql<number>`count(*)::int`;
  const [made] = await db.select({ count }).from(labels).where(sql`${labels.name} like 'Drill %'`);
  const [audited] = await db
    .select({ count })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, "label.create"), eq(auditEvents.keyId, key.id)));
  return [made?.count ?? 0, audited?.count ?? 0];
};

it.skipIf(!installedPostgres)(
  "the drill: a pg_dump taken during writes is one snapshot, and serves from a fresh database with the same secrets",
  async () => {
    const writer = writing();
    await expect.poll(writer.soFar, { timeout: 20_000 }).toBeGreaterThan(5);
    const before = writer.soFar();
    await run("pg_dump", "--format=custom", `--file=${file}`, server.urlOf("timeaway"));
    const after = await writer.stop();
    expect(after).toBeGreaterThan(before);

    await run("createdb", "--maintenance-db", server.urlOf("postgres"), "drill");
    const url = server.urlOf("drill");
    await run("pg_restore", "--no-owner", "--exit-on-error", `--dbname=${url}`, file);
    const there = await testServices({}, { DATABASE_URL: url });
    try {
      const findings = await examine({ ...(await testEnvironment()), DATABASE_URL: url, DATA_DIR: folder });
      expect(findings.filter(({ status }) => status !== "ok")).toEqual([]);
      expect(findings.map(({ part }) => part)).toContain("keys");
      expect(await rowCounts(there)).toEqual(await rowCounts(services));
      const [made = 0, audited] = await drilled(there);
      expect([made >= before, made <= after, audited]).toEqual([true, true, made]);

      const signIn = (password: string) =>
        signInWithPassword(there, { email: emailOf("USER"), password }, someBrowser());
      expect(await signIn("wrong")).toEqual({ ok: false, reason: "credentials" });
      expect(await signIn(passwords.USER)).toMatchObject({ ok: true });
      expect(await canReadSigningKeys(there)).toBe(true);
      const row = await webhookRow(there, webhook.id);
      expect(row && `whsec_${signingSecrets(there, row)[0]?.toString("base64")}`).toBe(webhook.secret);
      expect((await post(there, "Drill 0")).status).toBe(409);
      expect((await post(there, "After the drill")).status).toBe(201);
    } finally {
      await there.close();
    }
  },
  120_000,
);
