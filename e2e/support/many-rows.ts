import { ulid } from "ulid";
import { v7 } from "uuid";
import { withDatabase } from "./age";
import type { Workspace } from "./operator";

const ofWorkspace = ({ id }: Workspace) => id.replace(/^workspace-/, "");

/** Adds keys of the workspace's administrator, "Key 0001" the newest, each with its counters. */
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

/** Adds requests of the workspace's newest key, one per second, the newest "/v2/labels/0001". */
export const addManyRequests = (workspace: Workspace, count: number): Promise<void> =>
  withDatabase(async (sql) => {
    const id = ofWorkspace(workspace);
    const now = Date.now();
    const requests = Array.from({ length: count }, (_, index) => ({
      id: `req_${ulid(now - index * 1000)}`,
      at: new Date(now - index * 1000).toISOString(),
    }));
    await sql`
      insert into request_log
        (workspace_id, request_id, at, api, method, path, endpoint, status, duration_us, key_kind, key_id, owner_id)
      select ${id}, r.id, r.at, 'v2', 'GET', '/v2/labels/' || to_char(n, 'FM0000'), '/v2/labels/{labelId}', 200, 4200,
        'key', k.id, k.owner_id
      from unnest(${requests.map((request) => request.id)}::text[], ${requests.map(({ at }) => at)}::timestamptz[])
        with ordinality r (id, at, n),
        (select id, owner_id from api_keys where workspace_id = ${id} order by created_at desc limit 1) k`;
  });

/** Adds apps connected by the administrator, "App 0001" last, each with a different name. */
export const addManyApps = (workspace: Workspace, count: number): Promise<void> =>
  withDatabase(async (sql) => {
    const id = ofWorkspace(workspace);
    const [clients, grants] = [0, 1].map(() => Array.from({ length: count }, () => v7()));
    await sql`
      insert into oauth_clients (id, is_confidential, name, redirect_uris, grant_types, response_types,
        token_endpoint_auth_method, created_at, authorized_at)
      select c.id, false, 'App ' || to_char(n, 'FM0000'), '{http://127.0.0.1/callback}', '{authorization_code}', '{code}',
        'none', now(), now()
      from unnest(${clients ?? []}::uuid[]) with ordinality c (id, n)`;
    await sql`
      insert into oauth_grants (workspace_id, id, user_id, client_id, scopes, created_at, expires_at)
      select ${id}, g.id, u.id, g.client, '{openid}', now() - n * interval '1 minute', now() + interval '1 year'
      from users u, unnest(${grants ?? []}::uuid[], ${clients ?? []}::uuid[]) with ordinality g (id, client, n)
      where u.email = ${workspace.admin.email}`;
  });

/** Adds webhooks of the workspace's administrator, "https://0001.example.com/hook" the newest. */
export const addManyWebhooks = (workspace: Workspace, count: number): Promise<void> =>
  withDatabase(async (sql) => {
    const id = ofWorkspace(workspace);
    const ids = Array.from({ length: count }, () => v7());
    await sql`
      insert into webhooks (workspace_id, id, owner_id, url, events, status, secret, secret_prefix, secret_made_at,
        created_at, updated_at)
      select ${id}, w.id, u.id, 'https://' || to_char(n, 'FM0000') || '.example.com/hook', '{leave.approved}', 'active',
        '\\x00', 'whsec_', now(), now() - n * interval '1 minute', now()
      from users u, unnest(${ids}::uuid[]) with ordinality w (id, n) where u.email = ${workspace.admin.email}`;
  });

/** Adds departments, "Department 0001", and labels, "Label 0001". */
export const addManyPlaces = (workspace: Workspace, count: number): Promise<void> =>
  withDatabase(async (sql) => {
    const id = ofWorkspace(workspace);
    const ids = Array.from({ length: count }, () => v7());
    await sql`
      insert into departments (workspace_id, id, name, created_at)
      select ${id}, d.id, 'Department ' || to_char(n, 'FM0000'), now()
      from unnest(${ids}::uuid[]) with ordinality d (id, n)`;
    await sql`
      insert into labels (workspace_id, id, name, color, created_at)
      select ${id}, l.id, 'Label ' || to_char(n, 'FM0000'), '3b82f6', now()
      from unnest(${ids}::uuid[]) with ordinality l (id, n)`;
  });

/** Adds notifications and scheduled reports of the workspace's administrator, "Notification 0001" and "Report 0001" the oldest. */
export const addManySchedules = (workspace: Workspace, count: number): Promise<void> =>
  withDatabase(async (sql) => {
    const id = ofWorkspace(workspace);
    const ids = Array.from({ length: count }, () => v7());
    await sql`
      insert into notifications (workspace_id, id, owner_id, name, frequency, enabled, timezone, hour, minute, locale,
        location_ids, department_ids, label_ids, destinations, send_on_days, group_by, send_empty, zone_data, created_at, updated_at)
      select ${id}, s.id, u.id, 'Notification ' || to_char(n, 'FM0000'), 'DAILY', n < ${count}, 'Europe/Paris', 9, 0, 'en',
        '{}', '{}', '{}', '[{"platform":"email","addresses":["team@example.com"]}]', '{1}', 'NONE', true, 'x',
        now() - interval '1 day' + n * interval '1 second', now()
      from users u, unnest(${ids}::uuid[]) with ordinality s (id, n) where u.email = ${workspace.admin.email}`;
    await sql`
      insert into scheduled_reports (workspace_id, id, owner_id, name, report_type, frequency, enabled, timezone, hour, minute,
        format, recipients, location_ids, department_ids, label_ids, send_on_days, zone_data, created_at, updated_at)
      select ${id}, s.id, u.id, 'Report ' || to_char(n, 'FM0000'), 'WHO_IS_AWAY', 'DAILY', n < ${count}, 'Europe/Paris', 9, 0,
        'CSV', '{hr@example.com}', '{}', '{}', '{}', '{1}', 'x', now() - interval '1 day' + n * interval '1 second', now()
      from users u, unnest(${ids}::uuid[]) with ordinality s (id, n) where u.email = ${workspace.admin.email}`;
  });

/** Adds locations, "Location 0001", and OAuth clients, "Client 0001" the newest. */
export const addManySettings = (workspace: Workspace, count: number): Promise<void> =>
  withDatabase(async (sql) => {
    const id = ofWorkspace(workspace);
    const ids = Array.from({ length: count }, () => v7());
    await sql`
      insert into locations (workspace_id, id, name, timezone, created_at)
      select ${id}, l.id, 'Location ' || to_char(n, 'FM0000'), 'Europe/Paris', now()
      from unnest(${ids}::uuid[]) with ordinality l (id, n)`;
    await sql`
      insert into oauth_clients (id, workspace_id, is_confidential, name, redirect_uris, grant_types, response_types,
        token_endpoint_auth_method, created_at)
      select c.id, ${id}, true, 'Client ' || to_char(n, 'FM0000'), '{https://example.com/callback}', '{authorization_code}',
        '{code}', 'client_secret_basic', now() - n * interval '1 minute'
      from unnest(${ids}::uuid[]) with ordinality c (id, n)`;
  });

/** Adds days of leave of the administrator, the latest on 1 January 2030, and as many days on which another person stands in. */
export const addManyDays = (workspace: Workspace, standIn: { email: string }, count: number): Promise<void> =>
  withDatabase(async (sql) => {
    const id = ofWorkspace(workspace);
    const ids = Array.from({ length: count }, () => v7());
    await sql`
      insert into leave_types (workspace_id, id, name, color, created_at) values (${id}, ${v7()}, 'Vacation', '3b82f6', now())`;
    await sql`
      insert into leaves (workspace_id, id, user_id, location_id, department_id, leave_type_id, status, start_date, end_date,
        duration_calendar_days, duration_working_days, created_at, updated_at)
      select ${id}, l.id, u.id, u.location_id, u.department_id, t.id, 'APPROVED', date '2030-01-02' - n::int,
        date '2030-01-02' - n::int, 1, 1, now(), now()
      from users u, unnest(${ids}::uuid[]) with ordinality l (id, n),
        (select id from leave_types where workspace_id = ${id} order by position limit 1) t
      where u.email = ${workspace.admin.email}`;
    await sql`
      insert into delegations (workspace_id, id, user_id, stand_in_id, start_date, end_date, created_at, updated_at)
      select ${id}, d.id, u.id, s.id, date '2030-01-02' - n::int, date '2030-01-02' - n::int, now(), now()
      from users u, users s, unnest(${ids}::uuid[]) with ordinality d (id, n)
      where u.email = ${workspace.admin.email} and s.email = ${standIn.email}`;
  });
