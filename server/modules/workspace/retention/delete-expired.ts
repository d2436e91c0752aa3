import { type SQL, sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { inStepsOfWorkspaces } from "@/server/kernel/database/delete-in-steps";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch, ofEvery } from "@/server/kernel/database/in-batch";
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

interface Found {
  workspaceId: string;
  count: number;
}

/** Workspaces with a retention period and something beyond it, which counts as a full step; without locks. */
const keeping = (years: string, exists: SQL, most: number) =>
  statement<Found>(sql`
    select kept.id as "workspaceId", ${literal(most)} as count from workspaces kept
    where ${ofEvery("finds where something is over", sql`kept.id`)} and kept.${sql.identifier(years)} is not null and exists (${exists})`);

/** A deletion in steps, workspace by workspace. */
function deletionOf(
  find: ReturnType<typeof keeping>,
  step: (db: Db, values: { workspaces: string; now: string }) => Promise<{ count: number }>,
  most: number,
) {
  return (services: Services): Promise<number> => {
    const { db } = services;
    const at = services.clock().toISOString();
    return inStepsOfWorkspaces(
      services,
      () => find(db, { now: at }),
      (workspaces) => step(db, { workspaces: arrayOf(workspaces), now: at }),
      most,
      stepsInOneCall,
    );
  };
}

const expiredLines = sql`select from audit_events a
  where a.workspace_id = kept.id and a.at < ${now} - make_interval(years => kept.audit_kept_years)`;

// Locks the setting: between a change and a deletion the first to commit wins, and of two deletions one waits.
const deleteAudit = statement(sql`
  with kept as materialized (
    select id, audit_kept_years from workspaces where ${inBatch(sql`id`)} and audit_kept_years is not null for no key update),
  old as materialized (
    select line.workspace_id, line.id from kept cross join lateral (
      select a.workspace_id, a.id from audit_events a
      where ${inBatch(sql`a.workspace_id`)} and a.workspace_id = kept.id
        and a.at < ${now} - make_interval(years => kept.audit_kept_years)
      order by a.at limit ${literal(together)}) line
    limit ${literal(together)})
  delete from audit_events a using old where ${inBatch(sql`a.workspace_id`)} and a.workspace_id = old.workspace_id and a.id = old.id`);

/** Due work: deletes audit lines beyond their workspace's retention period. @returns how many */
export const deleteExpiredAudit = deletionOf(
  keeping("audit_kept_years", expiredLines, together),
  deleteAudit,
  together,
);

const recordsOf = (of: (workspaceId: SQL) => SQL) => sql`(
  exists (select from leaves l where ${of(sql`l.workspace_id`)} and l.workspace_id = u.workspace_id and l.user_id = u.id)
  or exists (select from balance_adjustments a where ${of(sql`a.workspace_id`)} and a.workspace_id = u.workspace_id and a.user_id = u.id)
  or exists (select from carry_notices n where ${of(sql`n.workspace_id`)} and n.workspace_id = u.workspace_id and n.user_id = u.id)
  or exists (select from credits c where ${of(sql`c.workspace_id`)} and c.workspace_id = u.workspace_id and c.user_id = u.id)
  or exists (select from hours_worked h where ${of(sql`h.workspace_id`)} and h.workspace_id = u.workspace_id and h.user_id = u.id)
  or exists (select from work_patterns p where ${of(sql`p.workspace_id`)} and p.workspace_id = u.workspace_id and p.user_id = u.id)
  or exists (select from payroll_lines s where ${of(sql`s.workspace_id`)} and s.workspace_id = u.workspace_id and s.user_id = u.id))`;

const erasedPeople = sql`select from users u
  where u.workspace_id = kept.id and u.erased_at < ${now} - make_interval(years => kept.erased_leave_kept_years)
    and ${recordsOf(() => sql`true`)}`;

const findErased = statement<{ workspaceId: string; id: string }>(sql`
  with kept as materialized (
    select id, erased_leave_kept_years from workspaces where ${inBatch(sql`id`)} and erased_leave_kept_years is not null for share)
  select u.workspace_id as "workspaceId", u.id from kept
  join users u on ${inBatch(sql`u.workspace_id`)} and u.workspace_id = kept.id
    and u.erased_at < ${now} - make_interval(years => kept.erased_leave_kept_years)
  where ${recordsOf(inBatch)}
  limit ${literal(peopleTogether)} for update of u skip locked`);

const these = unnested("gone", { workspace_id: "uuid", id: "uuid" });
const asThese = (rows: readonly { workspaceId: string; id: string }[]) => ({
  workspaces: arrayOf(workspacesOf(rows)),
  workspace_id: arrayOf(rows.map(({ workspaceId }) => workspaceId)),
  id: arrayOf(rows.map(({ id }) => id)),
});
const theirLeaves = sql`select l.workspace_id, l.id from leaves l
  where ${inBatch(sql`l.workspace_id`)} and (l.workspace_id, l.user_id) in (select * from ${these})`;
const deletions = [
  sql`delete from decision_links where ${inBatch(sql`workspace_id`)} and (workspace_id, leave_id) in (${theirLeaves})`,
  sql`delete from leave_notices where ${inBatch(sql`workspace_id`)} and (workspace_id, leave_id) in (${theirLeaves})`,
  sql`delete from leaves where ${inBatch(sql`workspace_id`)} and (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from balance_adjustments where ${inBatch(sql`workspace_id`)} and (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from carry_notices where ${inBatch(sql`workspace_id`)} and (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from credits where ${inBatch(sql`workspace_id`)} and (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from hours_worked where ${inBatch(sql`workspace_id`)} and (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from work_patterns where ${inBatch(sql`workspace_id`)} and (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from payroll_lines where ${inBatch(sql`workspace_id`)} and (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from company_leave_people where ${inBatch(sql`workspace_id`)} and (workspace_id, user_id) in (select * from ${these})`,
  // Marks the person as changed, so that clients with a copy of the leave notice its deletion.
  sql`update users set updated_at = ${now} where ${inBatch(sql`workspace_id`)} and (workspace_id, id) in (select * from ${these})`,
].map((text) => statement(text));

const deleteOfSome = (db: Db, values: { workspaces: string; now: string }): Promise<{ count: number }> =>
  db.transaction(async (tx) => {
    const people = await findErased(tx, values);
    if (people.length === 0) return { count: 0 };
    const theirs = { now: values.now, ...asThese(people) };
    for (const deleteTheirs of deletions) await deleteTheirs(tx, theirs);
    return { count: people.length };
  });

/**
 * Due work: deletes the leave of people erased longer ago than their workspace's retention period, with the records behind their balances
 * and days.
 * @returns the number of people
 */
export const deleteExpiredLeave = deletionOf(
  keeping("erased_leave_kept_years", erasedPeople, peopleTogether),
  deleteOfSome,
  peopleTogether,
);

// Locks the setting, as the deletion of audit lines does.
const keptAccess = sql`kept as materialized (
  select id, ended_access_kept_years from workspaces where ${inBatch(sql`id`)} and ended_access_kept_years is not null for no key update)`;
const oldest = sql`${now} - make_interval(years => kept.ended_access_kept_years)`;

const endedHooks = (of: (workspaceId: SQL) => SQL) => sql`
  webhooks w where ${of(sql`w.workspace_id`)} and w.workspace_id = kept.id and w.revoked_at < ${oldest} and not exists (
    select from webhook_deliveries d where ${of(sql`d.workspace_id`)} and d.workspace_id = w.workspace_id and d.webhook_id = w.id)`;
const endedKeys = (of: (workspaceId: SQL) => SQL) => sql`
  api_keys k where ${of(sql`k.workspace_id`)} and k.workspace_id = kept.id and least(k.revoked_at, k.expires_at) < ${oldest}
    and not exists (
      select from webhooks w where ${of(sql`w.workspace_id`)} and w.workspace_id = k.workspace_id and w.key_id = k.id)`;
const anywhere = () => sql`true`;

// Deliveries have a retention of their own, a month from their creation.
const deleteWebhooks = statement(sql`
  with ${keptAccess}, old as materialized (
    select w.workspace_id, w.id from kept cross join lateral (select w.workspace_id, w.id from ${endedHooks(inBatch)}) w
    limit ${literal(accessTogether)})
  delete from webhooks w using old where ${inBatch(sql`w.workspace_id`)} and w.workspace_id = old.workspace_id and w.id = old.id`);

// Webhooks created with a key keep working after its end, and the key is kept as long as they exist.
const deleteKeys = statement<{ workspaceId: string; id: string }>(sql`
  with ${keptAccess}, old as materialized (
    select k.workspace_id, k.id from kept cross join lateral (select k.workspace_id, k.id from ${endedKeys(inBatch)}) k
    limit ${literal(accessTogether)})
  delete from api_keys k using old where ${inBatch(sql`k.workspace_id`)} and k.workspace_id = old.workspace_id and k.id = old.id
  returning k.workspace_id as "workspaceId", k.id`);

const deleteCounters = statement(sql`
  delete from rate_counters where ${inBatch(sql`workspace_id`)} and (workspace_id, key_id) in
    (select * from ${these})`);

const deleteSomeKeys = (db: Db, values: { workspaces: string; now: string }): Promise<{ count: number }> =>
  db.transaction(async (tx) => {
    const gone = await deleteKeys(tx, values);
    if (gone.length > 0) await deleteCounters(tx, asThese(gone));
    return { count: gone.length };
  });

const keepingAccess = (rows: SQL) =>
  keeping("ended_access_kept_years", sql`select from ${rows}`, accessTogether);
const deleteEndedWebhooks = deletionOf(keepingAccess(endedHooks(anywhere)), deleteWebhooks, accessTogether);
const deleteEndedKeys = deletionOf(keepingAccess(endedKeys(anywhere)), deleteSomeKeys, accessTogether);

/**
 * Due work: deletes API keys and webhooks that ended longer ago than their workspace's retention period. Audit lines stay, and show that
 * the key was deleted.
 * @returns how many
 */
export const deleteEndedAccess = async (services: Services): Promise<number> =>
  (await deleteEndedWebhooks(services)) + (await deleteEndedKeys(services));
