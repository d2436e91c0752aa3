import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { newId } from "@/server/kernel/ids";
import { decodeId } from "@/server/kernel/schema";
import { type Figure, median } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";
import { leaveBodies, prepareLeaves } from "./writes";

const rowCount = 10_000;
const rounds = 3;
const giveUpMs = 120_000;

/** The rows of one import, as JSON. */
type Written = Record<"leaves" | "events", string>;

/** `POST /v2/leaves/import` of 10,000 rows until its operation is done, compared with one bare INSERT each of the same rows and events. */
export async function imports(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1 });
  const lean = await leanServer(stage.environment);
  try {
    const [ours, least]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const { targets, start } = await prepareLeaves(sql);
      const body = leaveBodies(targets, start);
      const rows = Array.from({ length: rowCount }, body).map(({ userId, leaveTypeId, ...dates }) => ({
        user: userId,
        leaveType: leaveTypeId,
        ...dates,
      }));
      const { ms, since } = await importAll(lean, sql, stage, rows);
      const written = await takeOut(sql, since);
      const bareMs = await insertBare(sql, written);
      // The first round warms up.
      if (round > 0) [ours, least].forEach((list, at) => void list.push(at === 0 ? ms : bareMs));
    }
    return [
      {
        name: "POST /v2/leaves/import of 10,000 rows: time over a bare multi-row INSERT of the same rows and events",
        ratio: median(ours) / median(least),
        target: { atMost: 3 },
        readings: { "import ms": median(ours), "INSERT ms": median(least) },
      },
    ];
  } finally {
    await lean.stop();
    await sql.end();
  }
}

async function importAll(server: Server, sql: Sql, stage: Stage, rows: unknown[]) {
  const since = new Date();
  const started = performance.now();
  const response = await fetch(`${server.url}/v2/leaves/import`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${stage.keys[0]}`,
      "content-type": "application/json",
      "idempotency-key": newId(),
    },
    body: JSON.stringify({ mode: "all", rows }),
  });
  if (response.status !== 202)
    throw new Error(`The import answered ${response.status}: ${await response.text()}`);
  const location = response.headers.get("location") ?? "";
  const id = decodeId("operation", location.slice(location.lastIndexOf("/") + 1)) ?? "";
  while (performance.now() - started < giveUpMs) {
    const [row] = await sql<{ completedAt: Date | null; error: unknown; failed: number }[]>`
      select completed_at as "completedAt", error, (result->'body'->>'failedCount')::int as failed
      from operations where id = ${id}`;
    if (row?.error || row?.failed) throw new Error(`The import failed: ${JSON.stringify(row)}`);
    if (row?.completedAt) return { ms: performance.now() - started, since };
    await delay(5);
  }
  throw new Error("The import was not done in time");
}

/** Keeps the written rows as text, and deletes them. */
async function takeOut(sql: Sql, since: Date): Promise<Written> {
  const condition = {
    leaves: `created_at >= '${since.toISOString()}'`,
    events: `occurred_at >= '${since.toISOString()}'`,
  };
  const written: Written = { leaves: "", events: "" };
  for (const table of ["leaves", "events"] as const) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `delete from ${table} where ${condition[table]} returning to_json(${table})::text as row`,
    );
    if (rows.length !== rowCount) throw new Error(`The import wrote ${rows.length} ${table}`);
    written[table] = `[${rows.map(({ row }) => row).join()}]`;
  }
  return written;
}

async function insertBare(sql: Sql, written: Written): Promise<number> {
  const started = performance.now();
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = on`;
    for (const table of ["leaves", "events"] as const)
      await tx.unsafe(
        `insert into ${table} select * from json_populate_recordset(null::${table}, $1::text::json)`,
        [written[table]],
      );
  });
  return performance.now() - started;
}
