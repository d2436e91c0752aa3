import { and, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials } from "@/drizzle/schema/signin";
import type { UserStatus } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { covers } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { appointedTo } from "@/server/access/load-actor";
import { workspaceOf } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { invalid } from "@/server/kernel/errors";
import { findOverdrawnByMove } from "@/server/modules/leave/balances/find-overdrawn-by-move";
import { type DirectoryFields, findDirectoryFields } from "./find-directory-fields";
import { findPasswordHolders } from "./find-password-holders";
import { isBeyond } from "./policy";
import { checkReferences, type LabelRef } from "./references";
import type { UsersChange, usersUpdateFaults } from "./schema";
import { userFields } from "./store";

/** A change of many people; every reference in it exists and lies within reach. */
export interface Change {
  place: { locationId?: string; departmentId?: string; approverId?: string | null };
  added: LabelRef[];
  removed: LabelRef[];
  deactivates: boolean;
}

interface Effect {
  place: Change["place"];
  added: LabelRef[];
  removed: LabelRef[];
  deactivates: boolean;
  /** For the audit log. */
  changes: Record<string, { from: unknown; to: unknown }>;
}

/** The outcome for one person, or the expected one. */
export interface Judged {
  id: string;
  /** Null when the caller may not see the person. */
  name: string | null;
  status: "changed" | "unchanged" | "failed";
  /** The reason of a failure. */
  code: (typeof usersUpdateFaults)[number] | null;
  /** Days of leave that the new location would leave uncovered. */
  missing: number | null;
  before: UserStatus | null;
  effect: Effect | null;
}

/** @throws ApiError VALIDATION_ERROR */
export async function resolveChange(tx: Ctx, input: UsersChange): Promise<Change> {
  const { locationId, departmentId, approverId, addLabels, removeLabels, deactivate = false } = input;
  const place = {
    ...(locationId && { locationId }),
    ...(departmentId && { departmentId }),
    ...(approverId !== undefined && { approverId }),
  };
  const added = await checkReferences(tx, { ...place, ...(addLabels && { labels: addLabels }) });
  const removed = await checkReferences(tx, removeLabels ? { labels: removeLabels } : {});
  const named = (faults: typeof added.faults, list: string) =>
    faults.map(({ path, message }) => ({ path: `change.${path.replace(/^labels/, list)}`, message }));
  const faults = [...named(added.faults, "addLabels"), ...named(removed.faults, "removeLabels")];
  if (faults.length > 0) throw invalid(faults);
  return { place, added: added.labels ?? [], removed: removed.labels ?? [], deactivates: deactivate };
}

function select({ db, actor }: Ctx, ids: readonly string[]) {
  const workspace = workspaceOf(actor);
  return scoped(workspace, users)
    .select(db, { ...userFields(workspace), ...appointedTo(workspace) })
    .where(isAnyOf(users.id, ids))
    .orderBy(users.id);
}
type Candidate = Awaited<ReturnType<typeof select>>[number];

/** People by id, in id order. @param hold locks their rows until the transaction ends */
export async function readCandidates(
  ctx: Ctx,
  ids: readonly string[],
  hold: "hold" | "",
): Promise<ReadonlyMap<string, Candidate>> {
  const found = select(ctx, ids);
  const rows = await (hold ? found.for("no key update", { of: users }) : found);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts active administrators; skipped when the change cannot remove one. */
export async function countOtherAdministrators(ctx: Ctx, { deactivates }: Change): Promise<number> {
  if (!deactivates) return 0;
  const [found] = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { count: sql<number>`count(*)::int` })
    .where(and(eq(users.isAdmin, true), eq(users.status, "ACTIVE")));
  return found?.count ?? 0;
}

/**
 * The administrators with emergency access, while people sign in through connections only (decision 2.15); none are read when the change
 * cannot remove one.
 */
export async function findEmergencyHolders(ctx: Ctx, { deactivates }: Change): Promise<Set<string>> {
  const { workspaceId } = ctx.actor;
  if (!deactivates) return new Set();
  const [policy] = await ctx.db
    .select({ connectionsOnly: workspaces.connectionsOnly })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  if (!policy?.connectionsOnly) return new Set();
  const holders = await findPasswordHolders(ctx.db, workspaceId, eq(credentials.hasEmergencyAccess, true));
  return new Set(holders.map(({ id }) => id));
}

/** What the directories of these people say about them; nothing for a directory itself. */
export const findProvisioned = (ctx: Ctx, ids: readonly string[]) =>
  ctx.actor.via.type === "directory" ? new Map<string, DirectoryFields>() : findDirectoryFields(ctx, ids);

/** People whose leave a change would leave uncovered, with the number of missing days. */
export async function findUncoveredBy(
  ctx: Ctx,
  { place: { locationId } }: Change,
  people: ReadonlyMap<string, Candidate>,
): Promise<ReadonlyMap<string, number>> {
  if (!locationId) return new Map();
  const seen = [...people.values()].filter((row) => covers(ctx, row));
  return findOverdrawnByMove(
    ctx,
    seen.map(({ id }) => id),
    locationId,
  );
}

interface State {
  /** Decremented for each who goes. */
  administratorsLeft: number;
  /** Those who have emergency access while it is needed, without each who goes. */
  holders: Set<string>;
  /** Missing days of people whose leave would not be covered. */
  uncovered: ReadonlyMap<string, number>;
  provisioned: ReadonlyMap<string, DirectoryFields>;
}

/** Whether the change is about what the person's directory says. */
function isOfDirectory(
  { fields, labels }: DirectoryFields,
  row: Candidate,
  { place, removed }: Change,
): boolean {
  const own = (["locationId", "departmentId", "approverId"] as const).filter((name) => fields.has(name));
  return (
    own.some((name) => place[name] !== undefined && place[name] !== row[name]) ||
    removed.some(({ name }) => labels.includes(name))
  );
}

/** Why the person's access cannot end; null when it can, and is counted as ended. */
function refusalToLeave(
  ctx: Ctx,
  { id, isAdmin }: Pick<Candidate, "id" | "isAdmin">,
  state: State,
): Judged["code"] {
  if (id === ctx.actor.userId) return "YOURSELF";
  if (isAdmin && state.administratorsLeft < 2) return "LAST_ADMINISTRATOR";
  if (state.holders.has(id) && state.holders.size < 2) return "LAST_EMERGENCY_ACCESS";
  if (isAdmin) state.administratorsLeft -= 1;
  state.holders.delete(id);
  return null;
}

/** Applies a change to one person, by the rules of changing a single one. */
export function judge(
  ctx: Ctx,
  id: string,
  row: Candidate | undefined,
  change: Change,
  state: State,
): Judged {
  const isSeen = row !== undefined && covers(ctx, row);
  const judged = { id, name: isSeen ? row.name : null, missing: null, before: row?.status ?? null };
  const refused = (code: Judged["code"], missing: number | null = null): Judged => ({
    ...judged,
    ...{ status: "failed", code, missing, effect: null },
  });
  if (!isSeen) return refused("NOT_FOUND");
  if (isBeyond(ctx, { ...row, role: roleOf(row) })) return refused("HIGHER_ROLE");
  if (row.status === "DELETED") return refused("DELETED");
  if (change.place.approverId === id) return refused("OWN_APPROVER");
  const deactivates = change.deactivates && row.status === "ACTIVE";
  const theirs = state.provisioned.get(id);
  if (theirs && isOfDirectory(theirs, row, change)) return refused("PROVISIONED");
  const refusal = deactivates ? refusalToLeave(ctx, row, state) : null;
  if (refusal) return refused(refusal);
  const missing = deactivates ? undefined : state.uncovered.get(id);
  if (missing !== undefined) return refused("LEAVE_NEGATIVE_BALANCE", missing);
  const effect = effectOn(row, change, deactivates);
  const isChanged = deactivates || Object.keys(effect.changes).length > 0;
  return { ...judged, status: isChanged ? "changed" : "unchanged", code: null, effect };
}

function effectOn(row: Candidate, change: Change, deactivates: boolean): Effect {
  const place = Object.fromEntries(
    Object.entries(change.place).filter(([name, id]) => row[name as keyof Change["place"]] !== id),
  );
  const added = change.added.filter(({ name }) => !row.labels.includes(name));
  const removed = change.removed.filter(({ name }) => row.labels.includes(name));
  const gone = new Set(removed.map(({ name }) => name));
  const labels = [...row.labels.filter((name) => !gone.has(name)), ...added.map(({ name }) => name)].sort();
  const moved = Object.entries(place).map(([name, to]) => [
    name,
    { from: row[name as keyof Change["place"]], to },
  ]);
  const changes: Effect["changes"] = {
    ...Object.fromEntries(moved),
    ...(added.length + removed.length > 0 && { labels: { from: row.labels, to: labels } }),
  };
  return { place, added, removed, deactivates, changes };
}
