import postgres, { type Sql } from "postgres";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { dayNumber, dayText, weekdayOf } from "@/server/kernel/time/calendar-date";
import { oauthLoad } from "./oauth-load";
import { record } from "./recording";
import { type Figure, median } from "./report";
import { bareWriteServer, leanServer, type Server } from "./servers";
import type { Stage } from "./stage";

const connections = 32;
const rounds = 3;
const eachRound = 1500;
/** Beyond the data set's own leaves, within the ten years that a leave may lie ahead. */
export const [firstWeek, lastWeek] = [80, 480];
const tuesday = 2;

/** A person and a leave type for requests: no quota limits them. */
interface Target {
  userId: string;
  leaveTypeId: string;
}

/** Deletes the rows of an earlier run, and lets the keys write. @returns the targets, and the Tuesday (as a day's number) to count from */
export async function prepareLeaves(sql: Sql): Promise<{ targets: Target[]; start: number }> {
  const today = dayNumber(new Date().toISOString().slice(0, 10));
  const start = today + ((tuesday - weekdayOf(today) + 7) % 7);
  await sql`delete from leaves where start_date >= ${dayText(start + firstWeek * 7)}`;
  await sql`delete from idempotency_keys`;
  await sql`update api_keys set scopes = array_append(scopes, 'leaves:write') where not scopes @> '{leaves:write}'`;
  const targets = await sql<Target[]>`
    select u.id as "userId", min(p.leave_type_id::text)::uuid as "leaveTypeId"
    from users u join leave_policies p on p.workspace_id = u.workspace_id and p.location_id = u.location_id
    join leave_types t on t.workspace_id = p.workspace_id and t.id = p.leave_type_id and t.is_active
    where p.unlimited and not p.reason_required and u.status = 'ACTIVE' and u.end_date is null
    group by u.id order by u.id`;
  return { targets, start };
}

/** Bodies of independent requests: each person and week is used once. */
export function leaveBodies(targets: Target[], start: number) {
  let turn = 0;
  return () => {
    const target = targets[turn % targets.length];
    const week = firstWeek + Math.floor(turn++ / targets.length);
    if (!target || week > lastWeek) throw new Error("There are not enough people and weeks");
    return {
      userId: encodeId("user", target.userId),
      leaveTypeId: encodeId("leaveType", target.leaveTypeId),
      startDate: dayText(start + week * 7),
      endDate: dayText(start + week * 7 + 1),
    };
  };
}

/** `POST /v2/leaves` with an Idempotency-Key, compared with a bare server that runs the same statements in one transaction. */
export async function writes(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1 });
  try {
    const { targets, start } = await prepareLeaves(sql);
    const next = leaveBodies(targets, start);
    const body = () => JSON.stringify(next());
    const subjects = targets.map(({ userId }) => userId);
    const recording = await record(stage, { path: "/v2/leaves", method: "POST", body, subjects });
    return [await compare(stage, body, (environment) => bareWriteServer(environment, recording, subjects))];
  } finally {
    await sql.end();
  }
}

/** One round on one server. */
interface Measured {
  perSecond: number;
  /** Server CPU time, user and system, per request. */
  cpuMicroseconds: number;
}

/** Requests leave, each request with its own key. */
export async function writeLeaves(server: Server, keys: string[], body: () => string): Promise<Measured> {
  const inputs = Array.from({ length: eachRound }, (_, turn) => ({
    headers: {
      authorization: `Bearer ${keys[turn % keys.length]}`,
      "content-type": "application/json",
      "idempotency-key": newId(),
    },
    body: body(),
  }));
  const { total, seconds, cpuSeconds } = await oauthLoad(server, {
    method: "POST",
    path: "/v2/leaves",
    inputs,
    connections,
  });
  return { perSecond: total / seconds, cpuMicroseconds: (cpuSeconds / total) * 1e6 };
}

const medianOf = (rounds: readonly Measured[], what: keyof Measured): number =>
  median(rounds.map((round) => round[what]));

async function compare(
  stage: Stage,
  body: () => string,
  startBare: (environment: Record<string, string>) => Promise<Server>,
): Promise<Figure> {
  const [lean, bare] = [await leanServer(stage.environment), await startBare(stage.environment)];
  const run = (server: Server) => writeLeaves(server, stage.keys, body);
  try {
    const [ours, least]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const [a, b] = [await run(lean), await run(bare)];
      // The first round warms up.
      if (round > 0) [ours, least].forEach((list, at) => void list.push(at === 0 ? a : b));
    }
    const [leanPerSecond, barePerSecond] = [medianOf(ours, "perSecond"), medianOf(least, "perSecond")];
    return {
      name: "POST /v2/leaves with an Idempotency-Key: throughput over a bare transaction of the same statements",
      ratio: leanPerSecond / barePerSecond,
      target: { atLeast: 0.6 },
      readings: {
        "lean/s": leanPerSecond,
        "bare/s": barePerSecond,
        // The CPU time of the server's process alone: unlike throughput it hardly depends on other load of the machine.
        "lean CPU µs": medianOf(ours, "cpuMicroseconds"),
        "bare CPU µs": medianOf(least, "cpuMicroseconds"),
      },
    };
  } finally {
    await Promise.all([lean.stop(), bare.stop()]);
  }
}
