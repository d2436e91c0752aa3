import postgres, { type Sql } from "postgres";
import { newId } from "@/server/kernel/ids";
import { type Figure, median, percentile } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";
import { leaveBodies, prepareLeaves } from "./writes";

const samples = 240;
/** Until each connection has prepared and planned its statements. */
const warmUp = 120;
/** Maximum milliseconds of a preview. */
const aim = 120;

/** Every kind, as warnings: the requests are booked all the same. */
const kinds: [kind: string, parameters: object][] = [
  ["NOTICE", { unit: "WORKING_DAYS", days: 10, steps: [{ from: 5, days: 20 }] }],
  ["BACKDATE", { days: 0 }],
  ["AHEAD", { days: 365 }],
  ["BLACKOUT", { ranges: [{ from: "2026-12-20", to: "2027-01-05", isYearly: true }] }],
  ["MAX_AWAY", { group: "DEPARTMENT", count: 5, countsOpen: true, ignoredLeaveTypeIds: [] }],
  ["LENGTH", { most: 10 }],
  ["WAITING", { months: 6 }],
  ["BALANCE_FLOOR", { days: 5 }],
  ["PROOF", { longerThan: 3, withinDays: 3 }],
  ["MAX_AWAY", { group: "LOCATION", percent: 30, countsOpen: true, ignoredLeaveTypeIds: [] }],
];
const ruleCount = 50;

async function addRules(sql: Sql): Promise<void> {
  const [workspace] = await sql<{ id: string }[]>`select id from workspaces limit 1`;
  if (!workspace) throw new Error("There is no workspace");
  for (let turn = 0; turn < ruleCount; turn++) {
    const [kind = "", parameters = {}] = kinds[turn % kinds.length] ?? [];
    await sql`insert into leave_rules (workspace_id, id, name, kind, parameters, effect, created_at, updated_at)
      values (${workspace.id}, ${newId()}, ${`Rule ${turn}`}, ${kind}, ${sql.json(parameters as postgres.JSONValue)}, 'WARN', now(), now())`;
  }
}

const clear = async (sql: Sql): Promise<void> => {
  await sql`delete from leave_rule_marks`;
  await sql`delete from leave_rules`;
};

/** Previews and bookings of 5,000 people with a million leaves, without rules and with fifty. */
export async function rules(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1, onnotice: () => undefined });
  await clear(sql);
  const { targets, start } = await prepareLeaves(sql);
  const next = leaveBodies(targets, start);
  const server = await leanServer(stage.environment);
  const post = async (path: string, body: object, turn: number): Promise<number> => {
    const began = performance.now();
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${stage.keys[turn % stage.keys.length]}`,
        "content-type": "application/json",
        ...(path === "/v2/leaves" && { "idempotency-key": newId() }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    return performance.now() - began;
  };
  const measure = async () => {
    const times = { preview: [] as number[], booking: [] as number[] };
    for (let turn = 0; turn < samples; turn++) {
      const body = next();
      const preview = await post("/v2/leaves/preview", body, turn);
      const booking = await post("/v2/leaves", body, turn);
      if (turn < warmUp) continue;
      times.preview.push(preview);
      times.booking.push(booking);
    }
    return times;
  };
  try {
    const without = await measure();
    await addRules(sql);
    const ruled = await measure();
    const preview = percentile(ruled.preview, 0.95);
    return [
      {
        name: `preview with ${ruleCount} rules over ${aim} ms`,
        ratio: preview / aim,
        target: { atMost: 1 },
        readings: { "p95 ms": preview, "p95 ms without rules": percentile(without.preview, 0.95) },
      },
      {
        name: `booking with ${ruleCount} rules over one without`,
        ratio: median(ruled.booking) / median(without.booking),
        target: { atMost: 1.3 },
        readings: { "median ms": median(ruled.booking), "without rules": median(without.booking) },
      },
    ];
  } finally {
    await server.stop();
    await clear(sql);
    await sql.end();
  }
}
