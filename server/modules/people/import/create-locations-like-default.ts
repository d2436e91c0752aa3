import { sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { copiedColumns } from "@/server/kernel/database/copied-columns";
import { statement } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import { writeDefaultSet } from "@/server/modules/leave/starting-sets/write-default-set";
import { requireMayCreateNamed } from "@/server/modules/people/places/create-named";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudits } from "@/server/modules/workspace/audit/record";

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const given = sql`jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given(id uuid, name text)`;

const location = copiedColumns(
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

/**
 * Creates locations by name in the open transaction, with the settings, leave policies and public holidays of the default location (decision
 * 18.66). The unique index decides: a name that another transaction creates at the same time is left to it.
 * @returns the names that were created here
 * @throws ApiError FORBIDDEN, INSUFFICIENT_SCOPE
 */
export async function createLocationsLikeDefault(tx: Ctx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  requireMayCreateNamed(tx, ["locations"]);
  const { workspaceId } = tx.actor;
  const rows = JSON.stringify(names.map((name) => ({ id: newId(), name })));
  const made = await insertLocations(tx.db, { workspaceId, at: tx.now().toISOString(), rows });
  if (made.length === 0) return [];
  await writeDefaultSet(
    tx,
    made.map(({ id }) => id),
  );
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
