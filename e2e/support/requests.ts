import { v7 } from "uuid";
import { withDatabase } from "./age";
import { callApi } from "./api";
import type { Person } from "./demo";
import { comingMonday, createLeaveType } from "./leave-api";
import { createKey, createPerson, type Workspace } from "./operator";

const monday = comingMonday();
const idIn = ({ id }: Workspace) => id.replace(/^workspace-/, "");

/** The name of the employee of the n-th request. */
export const asker = (n: number): string => `Person ${String(n).padStart(2, "0")}`;

/** On consecutive working days, starting on a Monday. */
const dayOf = (n: number): string => monday(Math.floor((n - 1) / 5) * 7 + ((n - 1) % 5));

interface Asked {
  /** The administrator's key. */
  key: string;
  /** The id of the n-th person's request. */
  idOf(n: number): string;
  statusOf(n: number): Promise<string>;
  /** Extends the n-th request by a day, as its employee. */
  prolong(n: number): Promise<unknown>;
}

/**
 * Adds people of the administrator's department, "Person 01" first, each with a pending request of one day.
 * @param crowded the number of a person on whose day all others are absent
 */
export async function addRequests(workspace: Workspace, count: number, crowded = 0): Promise<Asked> {
  const { key, id: type } = await createLeaveType(workspace, "Vacation");
  const ids = Array.from({ length: count }, () => v7());
  const numbers = ids.map((_, index) => index + 1);
  await withDatabase(async (sql) => {
    const id = idIn(workspace);
    await sql`
      insert into users (workspace_id, id, name, email, location_id, department_id, created_at, updated_at)
      select ${id}, u.id, 'Person ' || to_char(n, 'FM00'), 'person-' || n || '@' || ${id} || '.test',
        a.location_id, a.department_id, now(), now()
      from unnest(${numbers.map(() => v7())}::uuid[]) with ordinality u (id, n)
      join users a on a.workspace_id = ${id} and a.email = ${workspace.admin.email}`;
    const leave = (leaveIds: string[], days: string[], people: number[], status: "OPEN" | "APPROVED") => sql`
      insert into leaves (workspace_id, id, user_id, duration_calendar_days, duration_working_days, start_date, end_date,
        leave_type_id, location_id, department_id, status, reason, opened_at, created_at, updated_at)
      select ${id}, l.id, u.id, 1, 1, l.day, l.day, ${type.replace(/^leaveType-/, "")}, u.location_id, u.department_id,
        ${status}::leave_status, 'Hiking', now(), now(), now()
      from unnest(${leaveIds}::uuid[], ${days}::date[], ${people}::int[]) l (id, day, n)
      join users u on u.workspace_id = ${id} and u.name = 'Person ' || to_char(l.n, 'FM00')`;
    await leave(ids, numbers.map(dayOf), numbers, "OPEN");
    const others = crowded ? numbers.filter((n) => n !== crowded) : [];
    await leave(
      others.map(() => v7()),
      others.map(() => dayOf(crowded)),
      others,
      "APPROVED",
    );
  });
  const idOf = (n: number) => `leave-${ids[n - 1]}`;
  const statusOf = async (n: number) =>
    (await callApi<{ status: string }>(key, "GET", `/v2/leaves/${idOf(n)}`)).status;
  const prolong = async (n: number) => {
    const owner = { name: asker(n), email: `person-${n}@${idIn(workspace)}.test`, password: "" };
    const { plain } = await createKey(owner, "Own");
    await callApi(plain, "PATCH", `/v2/leaves/${idOf(n)}`, { endDate: dayOf(n + 1) });
  };
  return { key, idOf, statusOf, prolong };
}

/** Another approver, with a key. */
export async function anotherDecider(workspace: Workspace): Promise<{ person: Person; key: string }> {
  const person = await createPerson(workspace, "ADMIN");
  return { person, key: (await createKey(person, "Bo’s")).plain };
}

/** The decisions of a leave, by its audit entries. */
export async function decisionsOf(leaveId: string): Promise<string[]> {
  let actions: string[] = [];
  await withDatabase(async (sql) => {
    const rows = await sql<{ action: string }[]>`
      select action from audit_events where resource_id = ${leaveId.replace(/^leave-/, "")} order by id`;
    actions = rows.map(({ action }) => action);
  });
  return actions;
}
