import { v7 } from "uuid";
import { withDatabase } from "./age";
import type { Workspace } from "./operator";

const ofWorkspace = ({ id }: Workspace) => id.replace(/^workspace-/, "");

/** So many keys of the workspace's administrator, "Key 0001" the newest, each with what its counters tell. */
export const addManyKeys = (workspace: Workspace, count: number): Promise<void> =>
  withDatabase(async (sql) => {
    const id = ofWorkspace(workspace);
    const ids = Array.from({ length: count }, () => v7());
    await sql`
      insert into api_keys (workspace_id, id, owner_id, name, prefix, last_four, hash, scopes, created_at)
      select ${id}, k.id, u.id, 'Key ' || to_char(n, 'FM0000'), 'svc_live_', to_char(n, 'FM0000'),
        sha256((${id} || n)::bytea),
        (array['leaves:read','users:read','holidays:read','departments:read','locations:read','labels:read'])[1:1 + (n % 6)::int],
        now() - n * interval '1 minute'
      from users u, unnest(${ids}::uuid[]) with ordinality k (id, n) where u.email = ${workspace.admin.email}`;
    await sql`
      insert into rate_counters (workspace_id, key_id, theoretical_arrival_at, month, month_count, day, last_used_at)
      select k.workspace_id, k.id, now(), date_trunc('month', now() at time zone 'utc'), k.last_four::int * 17,
        (now() at time zone 'utc')::date, now() - k.last_four::int * interval '7 minutes'
      from api_keys k left join rate_counters c on c.workspace_id = k.workspace_id and c.key_id = k.id
      where k.workspace_id = ${id} and c.key_id is null`;
  });
