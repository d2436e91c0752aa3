import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { testedServer } from "./tested-server";

/** The embedded database of the server under test. */
function databaseUrl(): string {
  const access = readFileSync(path.join(testedServer().dataDir, "pg/access.json"), "utf8");
  const { port, password } = JSON.parse(access) as { port: number; password: string };
  return `postgres://app:${password}@127.0.0.1:${port}/timeaway`;
}

const uuidOf = (id: string) => id.replace(/^key-/, "");

/** Direct access to the database of the server under test. */
export async function withDatabase(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(databaseUrl(), { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

interface Past {
  usedHoursAgo?: number;
  createdDaysAgo?: number;
  expiresInDays?: number;
  /** Requests in this month. */
  requests?: number;
  revoked?: boolean;
  replaces?: string;
}

/** Makes time pass for one key: has the effect of waiting for days. */
export function age(keyId: string, past: Past): Promise<void> {
  const id = uuidOf(keyId);
  const { usedHoursAgo, createdDaysAgo, expiresInDays, requests, revoked, replaces } = past;
  return withDatabase(async (sql) => {
    if (createdDaysAgo !== undefined)
      await sql`update api_keys set created_at = now() - ${createdDaysAgo} * interval '1 day' where id = ${id}`;
    if (expiresInDays !== undefined)
      await sql`update api_keys set expires_at = now() + ${expiresInDays} * interval '1 day' where id = ${id}`;
    if (revoked) await sql`update api_keys set revoked_at = now(), revoked_by_id = owner_id where id = ${id}`;
    if (replaces) await sql`update api_keys set replaces_key_id = ${uuidOf(replaces)} where id = ${id}`;
    if (usedHoursAgo !== undefined)
      await sql`update rate_counters set last_used_at = now() - ${usedHoursAgo} * interval '1 hour' where key_id = ${id}`;
    if (requests !== undefined)
      await sql`update rate_counters set month_count = ${requests} where key_id = ${id}`;
  });
}

/** Makes time pass for what a person's sessions have proven: has the effect of waiting for more than an hour. */
export const ageProof = (email: string): Promise<void> =>
  withDatabase(
    (sql) => sql`update sessions set factor_proven_at = now() - interval '61 minutes'
      from users where users.workspace_id = sessions.workspace_id and users.id = sessions.user_id and users.email = ${email}`,
  );
