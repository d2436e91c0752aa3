import { sql } from "drizzle-orm";
import { departments, labels } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { requireScope } from "@/server/access/require-scope";
import { statement } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudits } from "@/server/modules/workspace/audit/record";
import type { NamedKind } from "./schema";

/** New labels get these in turn; they can be changed later. */
const colors = ["3b82f6", "10b981", "f59e0b", "ef4444", "8b5cf6", "14b8a6", "ec4899", "64748b"];

type Names = Readonly<Record<"departments" | "labels", readonly string[]>>;
type Created = Record<keyof Names, string[]>;

/**
 * Checks the right to create places or labels by name: that of creating a single one, as for a key the scope.
 * @throws ApiError FORBIDDEN, INSUFFICIENT_SCOPE
 */
export function requireMayCreateNamed(ctx: Ctx, kinds: readonly NamedKind[]): void {
  if (kinds.length > 0) requireAdmin(ctx);
  for (const kind of kinds) requireScope(ctx, `${kind}:write`);
}

/**
 * Creates departments and labels by name in the open transaction. The unique index decides: a name that another transaction creates at the
 * same time is left to it, and exists afterwards.
 * @returns the names that were created here
 * @throws ApiError FORBIDDEN, INSUFFICIENT_SCOPE
 */
export async function createNamed(tx: Ctx, names: Names): Promise<Created> {
  const wanted = (["departments", "labels"] as const).filter((kind) => names[kind].length > 0);
  requireMayCreateNamed(tx, wanted);
  return {
    departments: await createDepartments(tx, names.departments),
    labels: await createLabels(tx, names.labels),
  };
}

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const given = sql`jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given(id uuid, name text, color text)`;
const createdAt = sql`${placeholder("at")}::timestamptz`;

// In the order of the index, so that two imports that name the same departments wait for each other and never deadlock.
const insertDepartments = statement<{ id: string; name: string }>(sql`
  insert into ${departments} (workspace_id, id, name, created_at)
  select ${workspace}, id, name, ${createdAt} from ${given} order by case_folded(name)
  on conflict (workspace_id, name_key) do nothing returning id, name`);
const insertLabels = statement<{ id: string; name: string; color: string }>(sql`
  insert into ${labels} (workspace_id, id, name, color, created_at)
  select ${workspace}, id, name, color, ${createdAt} from ${given} order by case_folded(name)
  on conflict (workspace_id, name_key) do nothing returning id, name, color`);

const valuesOf = (tx: Ctx, rows: readonly object[]) => ({
  workspaceId: tx.actor.workspaceId,
  at: tx.now().toISOString(),
  rows: JSON.stringify(rows),
});

async function createDepartments(tx: Ctx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = names.map((name) => ({ id: newId(), name }));
  const created = await insertDepartments(tx.db, valuesOf(tx, rows));
  await recordAudits(
    tx,
    created.map(({ id, name }) => ({
      action: "department.create",
      resourceType: "department",
      resourceId: id,
      changes: changesOf({}, { name }),
    })),
  );
  return created.map(({ name }) => name);
}

async function createLabels(tx: Ctx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = names.map((name, at) => ({ id: newId(), name, color: colors[at % colors.length] }));
  const created = await insertLabels(tx.db, valuesOf(tx, rows));
  await recordAudits(
    tx,
    created.map(({ id, name, color }) => ({
      action: "label.create",
      resourceType: "label",
      resourceId: id,
      changes: changesOf({}, { name, color }),
    })),
  );
  return created.map(({ name }) => name);
}
