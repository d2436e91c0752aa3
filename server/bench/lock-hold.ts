import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { v2Endpoints } from "@/server/api/endpoints";
import { v2Operations } from "@/server/api/reference/operations";
import { encodeId, type IdKind } from "@/server/kernel/schema";
import type { Endpoint } from "@/server/transport/endpoint";
import type { Figure } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";

const maxMs = 200;
const lookEveryMs = 5;
const logRows = 100_000;

interface Sent {
  ids: Ids;
  /** The body; absent where there is none. */
  sample: string | undefined;
}
type Ids = Partial<Record<IdKind, string>>;

/**
 * The maximum time that a v2 write holds row locks, on the data of a large company with a full log. Sends each write of the API once, with
 * its sample from the reference, and polls for the age of open transactions that have written.
 */
export async function lockHold(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 3, onnotice: () => undefined });
  const server = await leanServer(stage.environment);
  try {
    const { workspaceId, ids, leaver } = await prepare(sql);
    const samples = new Map(
      v2Operations(stage.settings).map(({ operationId, body }) => [operationId, body?.sample]),
    );
    const held: [name: string, ms: number][] = [];
    for (const [at, endpoint] of inOrder(v2Endpoints.filter(({ write }) => write)).entries()) {
      const own = endpoint.operationId === "erasePersonalData" ? { ...ids, user: leaver } : ids;
      const sent = { ids: own, sample: samples.get(endpoint.operationId) };
      const ms = await longestWhile(sql, () => send(server, stage.keys[at] ?? "", endpoint, sent));
      held.push([endpoint.operationId, ms]);
    }
    await sql`delete from request_log where workspace_id = ${workspaceId} and endpoint = 'lockHold'`;
    const [[name, worst] = ["", 0]] = held.sort(([, a], [, b]) => b - a);
    return [
      {
        name: `ms that a write of v2 holds rows at most (${name}), of ${maxMs}`,
        ratio: worst / maxMs,
        target: { atMost: 1 },
        readings: Object.fromEntries(held.slice(0, 5)),
      },
    ];
  } finally {
    await server.stop();
    await sql.end();
  }
}

/** POST first, DELETE last. */
const inOrder = (endpoints: readonly Endpoint[]): Endpoint[] => {
  const turn = { POST: 0, PATCH: 1, GET: 2, DELETE: 3 };
  return [...endpoints].sort((a, b) => turn[a.method] - turn[b.method]);
};

/** One ID of each kind, a leaver, and a log that names the leaver. */
async function prepare(sql: Sql) {
  const [workspace] = await sql<{ id: string }[]>`
    select workspace_id as id from users group by 1 order by count(*) desc limit 1`;
  if (!workspace) throw new Error("The large data has no workspace.");
  const first = async (kind: IdKind, table: string, where = "") => {
    const [row] = await sql.unsafe<{ id: string }[]>(
      `select id from ${table} where workspace_id = $1 ${where} limit 1`,
      [workspace.id],
    );
    return [kind, row && encodeId(kind, row.id)] as const;
  };
  const ids = Object.fromEntries([
    await first("user", "users", "and status = 'ACTIVE' and not is_admin"),
    await first("location", "locations"),
    await first("department", "departments"),
    await first("label", "labels"),
    await first("leaveType", "leave_types"),
    await first("leave", "leaves", "and status = 'APPROVED'"),
    await first("holiday", "holidays"),
  ]) as Ids;
  const [leaver] = await sql<{ id: string; name: string }[]>`
    update users set status = 'INACTIVE' where workspace_id = ${workspace.id} and id = (
      select id from users where workspace_id = ${workspace.id} and status = 'ACTIVE' and not is_admin order by id desc limit 1)
    returning id, name`;
  if (!leaver) throw new Error("The large data has no user to erase.");
  await sql`insert into request_log (workspace_id, request_id, at, api, method, path, query, endpoint, status, duration_us)
    select ${workspace.id}, 'req_' || lpad(n::text, 26, '0'), now(), 'v2', 'GET', '/v2/users', 'search=' || ${leaver.name}::text, 'lockHold', 200, 1
    from generate_series(1, ${logRows}::int) n on conflict do nothing`;
  return { workspaceId: workspace.id, ids, leaver: encodeId("user", leaver.id) };
}

/** Sends a write and waits for its outcome. The status does not matter: the locks of a refusal count, too. */
async function send({ url }: Server, key: string, endpoint: Endpoint, { ids, sample }: Sent): Promise<void> {
  const real = (text: string) =>
    text.replaceAll(
      /\b([a-zA-Z]+)-[0-9a-f]{8}-[0-9a-f-]{27}/g,
      (id, kind: string) => ids[kind as IdKind] ?? id,
    );
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const kind = endpoint.params?.[name];
    return (kind && (ids[kind] ?? encodeId(kind, "00000000-0000-7000-8000-000000000000"))) ?? whole;
  });
  const authorization = `Bearer ${key}`;
  const response = await fetch(url + path, {
    method: endpoint.method,
    headers: { authorization, ...(sample && { "content-type": "application/json" }) },
    ...(sample && { body: real(sample) }),
  });
  if (response.status !== 202) return;
  const { operation } = (await response.json()) as { operation: { url: string } };
  for (;;) {
    const polled = await fetch(url + operation.url, { headers: { authorization } });
    const { data } = (await polled.json()) as { data?: { status: string } };
    if (data && data.status !== "PENDING") return;
    await delay(500);
  }
}

/** Maximum age in milliseconds of a server transaction that has written. */
async function longestWhile(sql: Sql, work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const [row] = await sql<{ ms: number | null }[]>`
        select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms from pg_stat_activity
        where datname = current_database() and application_name = 'timeaway' and backend_xid is not null`;
      longest = Math.max(longest, row?.ms ?? 0);
      await delay(lookEveryMs);
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await looking;
  return longest;
}
