import { nextUtcMonth, systemClock } from "@/server/kernel/clock";
import { ApiError } from "@/server/kernel/errors";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { type Allowance, burst, intervalMs, monthlyQuota, nextTokenMs } from "./policy";

/**
 * A statement that judges and counts one request of the key that `found` selects (workspace_id, id and what else is wanted; `$2` is
 * the key's hash, `t.now` the clock), and returns `columns` with `now`, and `tat` and `monthCount` when the request is admitted.
 * One UPDATE whose condition PostgreSQL checks again on the newest row, so parallel requests are counted exactly; a refused request
 * writes nothing and uses no quota. Made once: a constant text is parsed and planned only once for each connection.
 */
export const admission = (found: string, columns: string): string => `
  with t as materialized (
    select now, date_trunc('month', now at time zone 'UTC')::date as month, (now at time zone 'UTC')::date as day
    from (select date_trunc('milliseconds', coalesce($1::timestamptz, clock_timestamp())) as now) clock
  ),
  k as materialized (${found}),
  spent as (
    update rate_counters c set
      theoretical_arrival_at = greatest(c.theoretical_arrival_at, t.now) + interval '${intervalMs} ms',
      month = greatest(c.month, t.month),
      month_count = case when c.month >= t.month then c.month_count + 1 else 1 end,
      day = greatest(c.day, t.day),
      day_count = case when c.day >= t.day then c.day_count + 1 else 1 end,
      last_used_at = t.now
    from k, t
    where c.workspace_id = k.workspace_id and c.key_id = k.id
      and greatest(c.theoretical_arrival_at, t.now) <= t.now + interval '${(burst - 1) * intervalMs} ms'
      and (c.month < t.month or c.month_count < ${monthlyQuota})
    returning c.theoretical_arrival_at, c.month_count
  )
  select ${columns}, t.now, spent.theoretical_arrival_at as tat, spent.month_count as "monthCount"
  from t cross join k left join spent on true`;

/** Runs an `admission` statement for a key. @returns undefined when no such key is in force */
export async function spend<Row>(
  services: Services,
  statement: string,
  plainKey: string,
): Promise<Row | undefined> {
  // The database's clock decides among processes; a held clock is a test's.
  const held = services.clock === systemClock ? null : services.clock();
  const rows = await services.counters.unsafe(statement, [held, sha256(plainKey)], { prepare: true });
  return rows[0] as Row | undefined;
}

/** The allowance of a key that was just refused, and the error that says why. */
export interface Refusal {
  allowance: Allowance;
  error: ApiError;
}

/**
 * Says which limit refused a request. The quota wins when both are out, because its advice (do not retry) is stricter.
 */
export async function refusalOf(
  services: Services,
  workspaceId: string,
  keyId: string,
  now: Date,
): Promise<Refusal> {
  const [row] = await services.counters<{ tat: Date; count: number }[]>`
    select theoretical_arrival_at as tat,
      case when month < date_trunc('month', ${now}::timestamptz at time zone 'UTC')::date then 0 else month_count end as count
    from rate_counters where workspace_id = ${workspaceId} and key_id = ${keyId}`;
  const allowance = { now, theoreticalArrivalAt: row?.tat ?? now, monthCount: row?.count ?? 0 };
  return { allowance, error: limitError(allowance) };
}

function limitError(allowance: Allowance): ApiError {
  if (allowance.monthCount >= monthlyQuota) {
    const resetAt = nextUtcMonth(allowance.now).toISOString();
    return new ApiError("QUOTA_EXCEEDED", { details: { policy: "quota", resetAt } });
  }
  const resetAt = new Date(allowance.now.getTime() + nextTokenMs(allowance)).toISOString();
  return new ApiError("RATE_LIMITED", { details: { policy: "rate", resetAt } });
}
