import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { ownServer } from "./own-server";

/** The embedded database of the server under test. */
function databaseUrl(): string {
  const access = readFileSync(path.join(ownServer().dataDir, "pg/access.json"), "utf8");
  const { port, password } = JSON.parse(access) as { port: number; password: string };
  return `postgres://app:${password}@127.0.0.1:${port}/timeaway`;
}

const uuidOf = (id: string) => id.replace(/^key-/, "");

/** Lets time pass for one key: what waiting for days would do. */
export async function age(
  keyId: string,
  past: { usedHoursAgo?: number; createdDaysAgo?: number; expiresInDays?: number; requests?: number },
): Promise<void> {
  const sql = postgres(databaseUrl(), { max: 1, onnotice: () => undefined });
  const id = uuidOf(keyId);
  const { usedHoursAgo, createdDaysAgo, expiresInDays, requests } = past;
  try {
    if (createdDaysAgo !== undefined)
      await sql`update api_keys set created_at = now() - ${createdDaysAgo} * interval '1 day' where id = ${id}`;
    if (expiresInDays !== undefined)
      await sql`update api_keys set expires_at = now() + ${expiresInDays} * interval '1 day' where id = ${id}`;
    if (usedHoursAgo !== undefined)
      await sql`update rate_counters set last_used_at = now() - ${usedHoursAgo} * interval '1 hour' where key_id = ${id}`;
    if (requests !== undefined)
      await sql`update rate_counters set month_count = ${requests} where key_id = ${id}`;
  } finally {
    await sql.end();
  }
}
