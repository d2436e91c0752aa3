import { sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { inSteps } from "@/server/kernel/database/delete-in-steps";
import { literal, unnested } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";

/** Rows of one DELETE, to keep transactions short. */
const together = 5000;
/** All records of these people are deleted in one transaction: a balance never follows from half of a person's leave. */
const peopleTogether = 50;
/** API keys, and webhooks. */
const accessTogether = 2000;
const stepsInOneCall = 20;

const now = sql`${sql.placeholder("now")}::timestamptz`;

// Locks the setting: between a change and a deletion the first to commit wins, and of two deletions one waits.
const deleteAudit = statement(sql`
  with kept as materialized (
    select id, audit_kept_years from workspaces where audit_kept_years is not null for no key update), old as materialized (
    select line.workspace_id, line.id from kept cross join lateral (
      select a.workspace_id, a.id from audit_events a
      where a.workspace_id = kept.id and a.at < ${now} - make_interval(years => kept.audit_kept_years)
      order by a.at limit ${literal(together)}) line
    limit ${literal(together)})
  delete from audit_events a using old where a.workspace_id = old.workspace_id and a.id = old.id`);

/** Due work: deletes audit lines beyond their workspace's retention period. @returns how many */
export const deleteExpiredAudit = ({ db, clock }: Services): Promise<number> =>
  inSteps(() => deleteAudit(db, { now: clock().toISOString() }), together, stepsInOneCall);

const findErased = statement<{ workspaceId: string; id: string }>(sql`
  with kept as materialized (
    select id, erased_leave_kept_years from workspaces where erased_leave_kept_years is not null for share)
  select u.workspace_id as "workspaceId", u.id from kept
  join users u on u.workspace_id = kept.id and u.erased_at < ${now} - make_interval(years => kept.erased_leave_kept_years)
  where exists (select from leaves l where l.workspace_id = u.workspace_id and l.user_id = u.id)
    or exists (select from balance_adjustments a where a.workspace_id = u.workspace_id and a.user_id = u.id)
    or exists (select from work_patterns p where p.workspace_id = u.workspace_id and p.user_id = u.id)
  limit ${literal(peopleTogether)} for update of u skip locked`);

const these = unnested("gone", { workspace_id: "uuid", id: "uuid" });
const asThese = (rows: readonly { workspaceId: string; id: string }[]) => ({
  workspace_id: arrayOf(rows.map(({ workspaceId }) => workspaceId)),
  id: arrayOf(rows.map(({ id }) => id)),
});
const theirLeaves = sql`select l.workspace_id, l.id from leaves l where (l.workspace_id, l.user_id) in (select * from ${these})`;
const deletions = [
  sql`delete from decision_links where (workspace_id, leave_id) in (${theirLeaves})`,
  sql`delete from leave_notices where (workspace_id, leave_id) in (${theirLeaves})`,
  sql`delete from leaves where (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from balance_adjustments where (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from work_patterns where (workspace_id, user_id) in (select * from ${these})`,
  // Marks the person as changed, so that clients with a copy of the leave notice its deletion.
  sql`update users set updated_at = ${now} where (workspace_id, id) in (select * from ${these})`,
].map((text) => statement(text));

/**
 * Due work: deletes the leave of people erased longer ago than their workspace's retention period, with the records behind their balances
 * and days.
 * @returns the number of people
 */
export const deleteExpiredLeave = ({ db, clock }: Services): Promise<number> =>
  inSteps(() => deleteOfSome(db, clock().toISOString()), peopleTogether, stepsInOneCall);

const deleteOfSome = (db: Db, at: string): Promise<{ count: number }> =>
  db.transaction(async (tx) => {
    const people = await findErased(tx, { now: at });
    if (people.length === 0) return { count: 0 };
    const theirs = { now: at, ...asThese(people) };
    for (const deleteTheirs of deletions) await deleteTheirs(tx, theirs);
    return { count: people.length };
  });

// Locks the setting, as the deletion of audit lines does.
const keptAccess = sql`kept as materialized (
  select id, ended_access_kept_years from workspaces where ended_access_kept_years is not null for no key update)`;
const oldest = sql`${now} - make_interval(years => kept.ended_access_kept_years)`;

// Deliveries have a retention of their own, a month from their creation.
const deleteWebhooks = statement(sql`
  with ${keptAccess}, old as materialized (
    select w.workspace_id, w.id from kept join webhooks w on w.workspace_id = kept.id and w.revoked_at < ${oldest}
    where not exists (select from webhook_deliveries d where d.workspace_id = w.workspace_id and d.webhook_id = w.id)
    limit ${literal(accessTogether)})
  delete from webhooks w using old where w.workspace_id = old.workspace_id and w.id = old.id`);

// Webhooks created with a key keep working after its end, and the key is kept as long as they exist.
const deleteKeys = statement<{ workspaceId: string; id: string }>(sql`
  with ${keptAccess}, old as materialized (
    select k.workspace_id, k.id from kept
    join api_keys k on k.workspace_id = kept.id and least(k.revoked_at, k.expires_at) < ${oldest}
    where not exists (select from webhooks w where w.workspace_id = k.workspace_id and w.key_id = k.id)
    limit ${literal(accessTogether)})
  delete from api_keys k using old where k.workspace_id = old.workspace_id and k.id = old.id
  returning k.workspace_id as "workspaceId", k.id`);

const deleteCounters = statement(sql`
  delete from rate_counters where (workspace_id, key_id) in
    (select * from ${these})`);

/**
 * Due work: deletes API keys and webhooks that ended longer ago than their workspace's retention period. Audit lines stay, and show that
 * the key was deleted.
 * @returns how many
 */
export async function deleteEndedAccess({ db, clock }: Services): Promise<number> {
  const at = clock().toISOString();
  const webhookCount = await inSteps(() => deleteWebhooks(db, { now: at }), accessTogether, stepsInOneCall);
  return webhookCount + (await inSteps(() => deleteSomeKeys(db, at), accessTogether, stepsInOneCall));
}

const deleteSomeKeys = (db: Db, at: string): Promise<{ count: number }> =>
  db.transaction(async (tx) => {
    const gone = await deleteKeys(tx, { now: at });
    if (gone.length > 0) await deleteCounters(tx, asThese(gone));
    return { count: gone.length };
  });
