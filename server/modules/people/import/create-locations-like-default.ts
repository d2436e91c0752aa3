import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import { lockRulesShared } from "@/server/modules/leave/balances/lock-rules";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudits } from "@/server/modules/workspace/audit/record";

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const given = sql`jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given(id uuid, name text)`;

/** The columns of a table, and the same of `like` but for those that are given. */
function copied(table: PgTable, others: Record<string, SQL>, left: readonly string[] = []) {
  const names = Object.values(getTableColumns(table))
    .map(({ name }) => toSnakeCase(name))
    .filter((name) => !left.includes(name));
  return {
    columns: sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    ),
    values: sql.join(
      names.map((name) => others[name] ?? sql`"like".${sql.identifier(name)}`),
      sql`, `,
    ),
  };
}

const location = copied(
  locations,
  {
    ...{ id: sql`given.id`, name: sql`given.name`, is_default: sql`false` },
    ...{ closed_through: sql`null::date`, created_at: sql`${placeholder("at")}::timestamptz` },
  },
  ["name_key"],
);
// In the order of the index, so that two imports that name the same locations wait for each other and never deadlock.
const insertLocations = statement<{ id: string; name: string; timezone: string; settingsLike: string }>(sql`
  with made as (
    insert into ${locations} (${location.columns})
    select ${location.values} from ${given}
    join ${locations} "like" on "like".workspace_id = ${workspace} and "like".is_default
    order by case_folded(given.name)
    on conflict (workspace_id, name_key) do nothing returning id, name, timezone)
  select made.*, (select name from ${locations} where workspace_id = ${workspace} and is_default) as "settingsLike" from made`);

const madeLocation = { location_id: sql`given.id` };
const theDefault = sql`(select id from ${locations} where workspace_id = ${workspace} and is_default)`;

const policy = copied(leavePolicies, madeLocation);
const insertPolicies = statement(sql`
  insert into ${leavePolicies} (${policy.columns})
  select ${policy.values} from ${given}
  join ${leavePolicies} "like" on "like".workspace_id = ${workspace} and "like".location_id = ${theDefault}`);

const holiday = copied(holidays, { ...madeLocation, id: sql`gen_random_uuid()` }, ["name_key"]);
const insertHolidays = statement(sql`
  insert into ${holidays} (${holiday.columns})
  select ${holiday.values} from ${given}
  join ${holidays} "like" on "like".workspace_id = ${workspace} and "like".location_id = ${theDefault}`);

/**
 * Creates locations by name in the open transaction, with the settings, leave policies and public holidays of the default location (decision
 * 18.66). The unique index decides: a name that another transaction creates at the same time is left to it.
 * @returns the names that were created here
 */
export async function createLocationsLikeDefault(tx: Ctx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  // The policies stay as they are while they are copied.
  await lockRulesShared(tx);
  const { workspaceId } = tx.actor;
  const rows = JSON.stringify(names.map((name) => ({ id: newId(), name })));
  const made = await insertLocations(tx.db, { workspaceId, at: tx.now().toISOString(), rows });
  if (made.length === 0) return [];
  const created = { workspaceId, rows: JSON.stringify(made.map(({ id, name }) => ({ id, name }))) };
  await insertPolicies(tx.db, created);
  await insertHolidays(tx.db, created);
  await recordAudits(
    tx,
    made.map(({ id, name, timezone, settingsLike }) => ({
      action: "location.create",
      resourceType: "location",
      resourceId: id,
      changes: changesOf({}, { name, timezone, settingsLike }),
    })),
  );
  return made.map(({ name }) => name);
}
