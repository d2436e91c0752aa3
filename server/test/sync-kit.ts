import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { events } from "@/drizzle/schema/events";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { settledUntil } from "@/server/kernel/database/settled-until";
import type { Services } from "@/server/kernel/services";
import type { apiClient, Listed } from "./api-client";
import type { TestKey } from "./factories";

export interface Synced {
  id: string;
  updatedAt: string;
  status: string;
  [field: string]: unknown;
}

interface Following {
  path: "/v2/users" | "/v2/leaves";
  key: TestKey;
  limit?: number;
  /** Called before each page: to refill the key's bucket, or to write meanwhile. */
  beforePage?(): unknown;
}

/** A client that keeps a copy in sync, as the reference describes. */
export function follower(
  api: ReturnType<typeof apiClient>,
  { path, key, limit = 300, beforePage }: Following,
) {
  const copy = new Map<string, Synced>();
  let since = "1970-01-01T00:00:00.000Z";
  /** @returns the received rows, in order */
  async function sync(): Promise<Synced[]> {
    const came: Synced[] = [];
    let token: string | undefined;
    do {
      await beforePage?.();
      const more = token === undefined ? "" : `&nextToken=${encodeURIComponent(token)}`;
      const url = `${path}?limit=${limit}&updatedSince=${encodeURIComponent(since)}${more}`;
      const { status, body } = await api.get<Listed<Synced>>(url, key);
      if (status !== 200) throw new Error(`${url} ${status} ${JSON.stringify(body)}`);
      came.push(...body.data);
      token = body.nextToken;
    } while (token !== undefined);
    for (const row of came) copy.set(row.id, row);
    since = came.at(-1)?.updatedAt ?? since;
    return came;
  }
  return { copy, sync, since: () => since };
}

/**
 * Waits until everything written so far to a workspace is settled, and stays so: a transaction that began before may yet write, which sets
 * the settled time back to its start.
 */
export async function settle({ db }: Services, workspaceId: string): Promise<void> {
  const [row] = await db.execute<{ at: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
  );
  // Row times are rounded to the millisecond, the settled time is truncated to one.
  const written = Math.ceil(Number(row?.at));
  const begunBefore = sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend' and xact_start <= to_timestamp(${written / 1000}::float8)`;
  while ((await db.execute(begunBefore)).length > 0) await delay(1);
  for (const table of [users, leaves, events])
    while ((await settledUntil(db, { workspaceId, table })).getTime() <= written) await delay(1);
}

/** Resets rows to the time before they had a write time. */
export const forgetWriting = ({ db }: Services, table: "users" | "leaves", workspaceId: string) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`update ${sql.identifier(table)} set written_at = null where workspace_id = ${workspaceId}`,
    );
  });
