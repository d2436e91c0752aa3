import { type SQL, sql } from "drizzle-orm";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { copiedColumns } from "@/server/kernel/database/copied-columns";
import { statement } from "@/server/kernel/database/db";
import { lockRulesShared } from "@/server/modules/leave/balances/lock-rules";

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const given = sql`jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given(id uuid)`;
const theDefault: SQL = sql`(select id from ${locations} where workspace_id = ${workspace} and is_default)`;
const madeLocation = { location_id: sql`given.id` };

const policy = copiedColumns(leavePolicies, madeLocation);
const insertPolicies = statement(sql`
  insert into ${leavePolicies} (${policy.columns})
  select ${policy.values} from ${given}
  join ${leavePolicies} "like" on "like".workspace_id = ${workspace} and "like".location_id = ${theDefault}
  on conflict do nothing returning leave_type_id`);

const holiday = copiedColumns(holidays, { ...madeLocation, id: sql`gen_random_uuid()` }, ["name_key"]);
const insertHolidays = statement(sql`
  insert into ${holidays} (${holiday.columns})
  select ${holiday.values} from ${given}
  join ${holidays} "like" on "like".workspace_id = ${workspace} and "like".location_id = ${theDefault}
  on conflict do nothing returning id`);

/**
 * Gives locations at which no one works yet the leave policies and public holidays of the default location, in the open transaction. What they
 * have stays.
 */
export async function writeDefaultSet(
  tx: Ctx,
  locationIds: readonly string[],
): Promise<{ policyCount: number; holidayCount: number }> {
  // The policies stay as they are while they are copied.
  await lockRulesShared(tx);
  const { workspaceId } = tx.actor;
  const values = { workspaceId, rows: JSON.stringify(locationIds.map((id) => ({ id }))) };
  const policies = await insertPolicies(tx.db, values);
  return { policyCount: policies.length, holidayCount: (await insertHolidays(tx.db, values)).length };
}
