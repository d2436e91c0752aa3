import { sql } from "drizzle-orm";
import { arrayOf, type Db, statement } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import { literal, unnested } from "@/server/kernel/sql-parts";

/** Rows of one DELETE, so that no transaction grows long. */
const together = 5000;
/** Of these all goes at once: a balance never follows from half of somebody's leave. */
const peopleTogether = 50;
const stepsInOneCall = 20;

const now = sql`${sql.placeholder("now")}::timestamptz`;

// The setting is held: of a change and a deletion at once, what commits first holds, and of two deletions one waits.
const deleteAudit = statement(sql`
  with kept as materialized (
    select id, audit_kept_years from workspaces where audit_kept_years is not null for no key update), old as materialized (
    select line.workspace_id, line.id from kept cross join lateral (
      select a.workspace_id, a.id from audit_events a
      where a.workspace_id = kept.id and a.at < ${now} - make_interval(years => kept.audit_kept_years)
      order by a.at limit ${literal(together)}) line
    limit ${literal(together)})
  delete from audit_events a using old where a.workspace_id = old.workspace_id and a.id = old.id`);

/** Due work: deletes lines of the audit log that their workspace keeps no longer. @returns how many */
export async function deleteExpiredAudit({ db, clock }: Services): Promise<number> {
  let total = 0;
  for (let step = 0; step < stepsInOneCall; step++) {
    const { count } = await deleteAudit(db, { now: clock().toISOString() });
    total += count;
    if (count < together) break;
  }
  return total;
}

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
const theirLeaves = sql`select l.workspace_id, l.id from leaves l where (l.workspace_id, l.user_id) in (select * from ${these})`;
const deletions = [
  sql`delete from decision_links where (workspace_id, leave_id) in (${theirLeaves})`,
  sql`delete from leave_notices where (workspace_id, leave_id) in (${theirLeaves})`,
  sql`delete from leaves where (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from balance_adjustments where (workspace_id, user_id) in (select * from ${these})`,
  sql`delete from work_patterns where (workspace_id, user_id) in (select * from ${these})`,
].map((text) => statement(text));

/**
 * Due work: deletes the leave of people who were erased so long ago that their workspace keeps it no longer, with what their balances
 * and days follow from. @returns of how many people
 */
export async function deleteExpiredLeave({ db, clock }: Services): Promise<number> {
  let total = 0;
  for (let step = 0; step < stepsInOneCall; step++) {
    const count = await deleteOfSome(db, clock().toISOString());
    total += count;
    if (count < peopleTogether) break;
  }
  return total;
}

const deleteOfSome = (db: Db, at: string): Promise<number> =>
  db.transaction(async (tx) => {
    const people = await findErased(tx, { now: at });
    if (people.length === 0) return 0;
    const ids = {
      workspace_id: arrayOf(people.map(({ workspaceId }) => workspaceId)),
      id: arrayOf(people.map(({ id }) => id)),
    };
    for (const deleteTheirs of deletions) await deleteTheirs(tx, ids);
    return people.length;
  });
