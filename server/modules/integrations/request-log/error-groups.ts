import { and, sql } from "drizzle-orm";
import { requestErrorHours } from "@/drizzle/schema/request-log";
import type { Role } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";
import { day, hour, plus } from "@/server/kernel/time/clock";
import { logKeptMs } from "./policy";
import type { ErrorGroups, ErrorSpan } from "./schema";
import { visibleTo } from "./store";

/** Milliseconds of a time span, and of one point of its trend. */
const spans: Record<ErrorSpan, { ms: number; pointMs: number }> = {
  "24h": { ms: day, pointMs: hour },
  "7d": { ms: 7 * day, pointMs: 6 * hour },
  "30d": { ms: 30 * day, pointMs: day },
};

export interface ErrorGroup {
  code: string;
  method: string;
  /** Empty for an unknown path. */
  endpoint: string;
  count: number;
  /** The count of the previous span; null when the log does not go back that far. */
  countBefore: number | null;
  /** Counts over time, oldest first. */
  trend: number[];
  /** First occurrence within the last 30 days. */
  firstSeenAt: Date;
  lastSeenAt: Date;
  lastRequestId: string;
  keyNames: string[];
  /** First seen within this span. */
  isNew: boolean;
}

interface Row extends Record<string, unknown> {
  code: string;
  method: string;
  endpoint: string;
  count: number;
  before: number;
  first_at: string;
  last_at: string;
  last_request_id: string;
  names: string[] | null;
  points: { point: number; count: number }[];
}

const { placeholder } = sql;
const table = requestErrorHours;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const from = sql`${placeholder("from")}::timestamptz`;
const before = sql`${placeholder("before")}::timestamptz`;

const find = statement<Row>((shape) => {
  const [role, which] = shape.split(":");
  return sql`
    with kept as (
      select * from ${table}
      where ${and(scoped(givenWorkspace, table).within, visibleTo({ role: role as Role, userId: placeholder("userId") }, table))} and ${table.hour} >= ${placeholder("keptFrom")}::timestamptz
        ${which === "one" ? sql`and ${table.keyId} = ${placeholder("key")}::uuid` : sql``}
    ),
    points as (
      select code, method, endpoint, floor(extract(epoch from hour - ${from}) * 1000 / ${placeholder("pointMs")}::float8)::int as point,
        sum(count)::int as count
      from kept where hour >= ${from} group by 1, 2, 3, 4
    ),
    callers as (
      select k.code, k.method, k.endpoint, array_agg(distinct coalesce(a.name, c.name, l.prefix || '…' || l.last_four)) as names
      from (select distinct code, method, endpoint, key_id from kept where hour >= ${from}) k
      left join api_keys a on a.workspace_id = ${workspace} and a.id = k.key_id
      left join legacy_keys l on l.workspace_id = ${workspace} and l.id = k.key_id
      left join oauth_clients c on c.id = k.key_id
      group by 1, 2, 3
    )
    select code, method, endpoint,
      sum(count) filter (where hour >= ${from})::int as count,
      coalesce(sum(count) filter (where hour < ${from} and hour >= ${before}), 0)::int as before,
      min(first_at) as first_at, max(last_at) as last_at, max(last_request_id) as last_request_id,
      (select names from callers c where (c.code, c.method, c.endpoint) = (kept.code, kept.method, kept.endpoint)) as names,
      (select json_agg(json_build_object('point', p.point, 'count', p.count)) from points p
        where (p.code, p.method, p.endpoint) = (kept.code, kept.method, kept.endpoint)) as points
    from kept group by code, method, endpoint
    having bool_or(hour >= ${from})
    order by count desc, code, method, endpoint limit 200`;
});

/** Errors grouped by code and endpoint, the most frequent first. Reads the hourly counts, never the log. */
export async function listErrorGroups(ctx: Ctx, { span, key }: ErrorGroups): Promise<ErrorGroup[]> {
  const { ms, pointMs } = spans[span];
  // Whole points; the last one is still in progress.
  const end = (Math.floor(ctx.now().getTime() / pointMs) + 1) * pointMs;
  const since = new Date(end - ms);
  const rows = await find(
    ctx.db,
    {
      workspaceId: ctx.actor.workspaceId,
      userId: ctx.actor.userId,
      key,
      keptFrom: plus(ctx.now(), -logKeptMs).toISOString(),
      from: since.toISOString(),
      before: plus(since, -ms).toISOString(),
      pointMs,
    },
    `${ctx.actor.role}:${key ? "one" : "all"}`,
  );
  return rows.map((row) =>
    groupOf(row, { from: since, length: Math.round(ms / pointMs), knowsBefore: span !== "30d" }),
  );
}

function groupOf(
  row: Row,
  { from, length, knowsBefore }: { from: Date; length: number; knowsBefore: boolean },
): ErrorGroup {
  const trend = Array.from({ length }, () => 0);
  for (const { point, count } of row.points ?? []) if (point < length) trend[point] = count;
  const firstSeenAt = new Date(row.first_at);
  return {
    code: row.code,
    method: row.method,
    endpoint: row.endpoint,
    count: row.count,
    countBefore: knowsBefore ? row.before : null,
    trend,
    firstSeenAt,
    lastSeenAt: new Date(row.last_at),
    lastRequestId: row.last_request_id,
    keyNames: (row.names ?? []).filter((name) => name !== null),
    isNew: knowsBefore && firstSeenAt >= from,
  };
}
