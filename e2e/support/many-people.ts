import { v7 } from "uuid";
import { withDatabase } from "./age";
import type { Workspace } from "./operator";

export const team = (n: number) => `Team ${n}`;

/**
 * Adds people, "Person 001" first, in teams of 25, with leave in March 2027: whole days, halves and hours, approved and requested, of the
 * workspace's leave types in turn. Public holiday and label are included.
 */
export const addManyPeople = (workspace: Workspace, count: number): Promise<void> =>
  withDatabase(async (sql) => {
    const id = workspace.id.replace(/^workspace-/, "");
    const ids = (length: number) => Array.from({ length }, () => v7());
    await sql`
      insert into departments (workspace_id, id, name, created_at)
      select ${id}, d.id, 'Team ' || n, now() from unnest(${ids(Math.ceil(count / 25))}::uuid[]) with ordinality d (id, n)`;
    await sql`
      insert into users (workspace_id, id, name, email, location_id, department_id, created_at, updated_at)
      select ${id}, u.id, 'Person ' || to_char(n, 'FM000'), 'person-' || n || '@' || ${id} || '.test', l.id, d.id, now(), now()
      from unnest(${ids(count)}::uuid[]) with ordinality u (id, n)
      join departments d on d.workspace_id = ${id} and d.name = 'Team ' || 1 + (n - 1) / 25
      join locations l on l.workspace_id = ${id} and l.is_default`;
    await sql`
      insert into holidays (workspace_id, id, location_id, date, name)
      select ${id}, ${v7()}, l.id, '2027-03-26', 'Good Friday' from locations l where l.workspace_id = ${id} and l.is_default`;
    await sql`
      insert into leaves (workspace_id, id, user_id, duration_calendar_days, duration_working_days, start_date, end_date,
        is_full_day_leave, start_hour, end_hour, leave_type_id, location_id, department_id, status, updated_at)
      select ${id}, p.leave_id, u.id, 1, 1, day, day + case when kind < 2 then 0 else (n % 6)::int end, kind > 1,
        case kind when 0 then 9 when 1 then 10 else 0 end, case kind when 0 then 13 when 1 then 12 else 0 end,
        (select array_agg(t.id order by t.name) from leave_types t where t.workspace_id = ${id})[1 + n
          % (select count(*) from leave_types t where t.workspace_id = ${id})],
        u.location_id, u.department_id, case when n % 5 = 0 then 'OPEN' else 'APPROVED' end::leave_status, now()
      from unnest(${ids(count)}::uuid[]) with ordinality p (leave_id, n)
      join users u on u.workspace_id = ${id} and u.name = 'Person ' || to_char(n, 'FM000'),
      lateral (select date '2027-03-01' + (n * 7 % 24)::int as day, n % 9 as kind) s
      where n % 3 > 0`;
  });
