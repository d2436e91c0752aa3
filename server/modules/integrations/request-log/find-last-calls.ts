import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/access/ctx";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { firstRequestIdAt } from "@/server/kernel/ids";
import { plus } from "@/server/kernel/time/clock";
import { logKeptMs } from "./policy";

/** A call of an app for a person. */
export interface LastCall {
  requestId: string;
  at: Date;
  /** `POST /hooks` of a hook; for the MCP server the name of a tool, or the protocol's method. */
  what: string;
  isRefused: boolean;
}

type Row = { client_id: string; request_id: string; at: string; what: string; status: number };

const { placeholder } = sql;

// Calls about the protocol itself (initialize, tools/list) mean nothing to a user.
const select = statement<Row>(sql`
  select c.id as client_id, l.request_id, l.at, l.what, l.status
  from unnest(${placeholder("clientIds")}::uuid[]) c(id)
  cross join lateral (
    select request_id, at, status, case api when 'hooks' then method || ' ' || endpoint else endpoint end as what
    from request_log
    where workspace_id = ${placeholder("workspaceId")}::uuid and key_id = c.id and key_kind = 'client'
      and owner_id = ${placeholder("userId")}::uuid and request_id >= ${placeholder("since")}
      and (api = 'hooks' and endpoint is not null
        or api = 'mcp' and endpoint <> all ('{initialize,ping}')
          and (endpoint !~ '/' or endpoint in ('resources/read', 'prompts/get')))
    order by request_id desc limit 1
  ) l`);

/**
 * The last call of each app for the acting person, by the app's id; apps without a call in the last 30 days are missing.
 * @param clientIds bare UUIDs
 */
export async function findLastCalls(
  { db, actor, now }: Ctx,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, LastCall>> {
  const { workspaceId, userId } = actor;
  const since = firstRequestIdAt(plus(now(), -logKeptMs));
  const rows = await select(db, { clientIds: arrayOf(clientIds), workspaceId, userId, since });
  return new Map(
    rows.map((row) => [
      row.client_id,
      { requestId: row.request_id, at: new Date(row.at), what: row.what, isRefused: row.status >= 400 },
    ]),
  );
}
