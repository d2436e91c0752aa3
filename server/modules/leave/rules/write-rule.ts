import { and, eq } from "drizzle-orm";
import { departments, labels, locations } from "@/drizzle/schema/directory";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { RuleKind } from "@/drizzle/schema/values";
import { coversLocation } from "@/server/access/covers";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { fault, faultAt } from "@/server/kernel/field-faults";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { RuleRow } from "./find-enabled-rules";
import { lockRule } from "./list-rules";
import { kinds } from "./policy";
import type { LeaveRuleCreate, LeaveRulePatch } from "./schema";

type Targets = Partial<
  Pick<RuleRow, "locationIds" | "departmentIds" | "labelIds" | "leaveTypeIds" | "exemptLabelIds">
>;

const tables = {
  locationIds: [locations, "locationHere"],
  departmentIds: [departments, "departmentHere"],
  labelIds: [labels, "label"],
  exemptLabelIds: [labels, "label"],
  leaveTypeIds: [leaveTypes, "typeHere"],
} as const;

/** Targets must exist. A rule keeps those that were deleted since, as long as its list isn't sent. */
async function targetFaults(ctx: Ctx, rule: Targets): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
    const [table, missing] = tables[name];
    const ids = rule[name] ?? [];
    if (ids.length === 0) continue;
    const rows = await scoped(workspaceOf(ctx.actor), table)
      .select(ctx.db, { id: table.id })
      .where(isAnyOf(table.id, ids));
    const known = new Set(rows.map(({ id }) => id));
    for (const [place, id] of ids.entries())
      if (!known.has(id)) faults.push({ path: `${name}.${place}`, ...fault(missing) });
  }
  return faults;
}

interface Read {
  parameters: Record<string, unknown>;
  faults: FieldError[];
}

/** The parameters by the schema of their kind, with their faults. */
function readParameters(kind: RuleKind, given: unknown): Read {
  const { data, error } = kinds[kind].parameters.safeParse(given);
  if (!error) return { parameters: data as Record<string, unknown>, faults: [] };
  const faults = error.issues.map((issue) => faultAt(["parameters", ...issue.path].join("."), issue));
  return { parameters: {}, faults };
}

/** A rule about people with a label names the label. */
const groupFaults = ({ kind, parameters, labelIds }: Pick<RuleRow, "kind" | "parameters" | "labelIds">) =>
  kind === "MAX_AWAY" && parameters.group === "LABEL" && labelIds.length === 0
    ? [{ path: "labelIds", ...fault("labelsCounted") }]
    : [];

/** Faults of a new rule's references and parameters. */
export async function ruleFaults(ctx: Ctx, rule: Partial<LeaveRuleCreate>): Promise<FieldError[]> {
  const { kind, parameters, labelIds = [] } = rule;
  if (kind === undefined || parameters === undefined) return targetFaults(ctx, rule);
  const found = readParameters(kind, parameters);
  return [
    ...found.faults,
    ...groupFaults({ kind, parameters: found.parameters, labelIds }),
    ...(await targetFaults(ctx, rule)),
  ];
}

/** A rule that is to be written or tried, with its parameters read. @throws ApiError VALIDATION_ERROR */
export async function readRule<R extends LeaveRuleCreate>(ctx: Ctx, rule: R): Promise<R> {
  const faults = await ruleFaults(ctx, rule);
  if (faults.length > 0) throw invalid(faults);
  return { ...rule, parameters: readParameters(rule.kind, rule.parameters).parameters };
}

/** Administrators write every rule, location admins those whose target locations are all ones that they manage. */
export function mayWriteRule(ctx: Ctx, { locationIds }: Pick<RuleRow, "locationIds">): boolean {
  const { role } = ctx.actor;
  if (role === "ADMIN" && (ctx.keyOwner === null || ctx.keyOwner.actor.role === "ADMIN")) return true;
  const managesPlaces = role === "ADMIN" || role === "LOCATION_ADMIN";
  return managesPlaces && locationIds.length > 0 && locationIds.every((id) => coversLocation(ctx, id));
}

/** @throws ApiError FORBIDDEN */
export function requireRuleWriter(ctx: Ctx, rule: Pick<RuleRow, "locationIds">): void {
  if (mayWriteRule(ctx, rule)) return;
  throw new ApiError("FORBIDDEN", because("ruleWriters"));
}

/** @throws ApiError VALIDATION_ERROR, FORBIDDEN */
export function writeRule(ctx: Ctx, input: LeaveRuleCreate): Promise<RuleRow> {
  requireRuleWriter(ctx, input);
  return inTransaction(ctx, async (tx) => {
    const rule = await readRule(tx, input);
    const at = tx.now();
    const row = { ...rule, id: newId(), version: 0, createdAt: at, updatedAt: at };
    await tx.db.insert(leaveRules).values({ workspaceId: tx.actor.workspaceId, ...row });
    await recordAudit(tx, {
      action: "leave_rule.create",
      resourceType: "leave_rule",
      resourceId: row.id,
      changes: { name: { to: row.name }, kind: { to: row.kind }, effect: { to: row.effect } },
    });
    return row;
  });
}

/** Changes a rule. Leave that exists stays. @throws ApiError RESOURCE_NOT_FOUND, VALIDATION_ERROR, FORBIDDEN */
export function updateRule(ctx: Ctx, id: string, patch: LeaveRulePatch): Promise<RuleRow> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockRule(tx, id);
    requireRuleWriter(tx, before);
    requireRuleWriter(tx, { ...before, ...patch });
    const { parameters: given } = patch;
    const read =
      given === undefined
        ? { parameters: before.parameters, faults: [] }
        : readParameters(before.kind, given);
    const after = { ...before, ...patch, parameters: read.parameters };
    const { fromDate, toDate } = after;
    const order =
      fromDate && toDate && fromDate > toDate ? [{ path: "toDate", ...fault("beforeFromDate") }] : [];
    const faults = [...read.faults, ...groupFaults(after), ...order, ...(await targetFaults(tx, patch))];
    if (faults.length > 0) throw invalid(faults);
    const { id: _id, kind: _kind, createdAt: _created, ...change } = after;
    const written = { ...change, version: before.version + 1, updatedAt: tx.now() };
    await scoped(workspaceOf(tx.actor), leaveRules)
      .update(tx.db)
      .set(written)
      .where(and(eq(leaveRules.id, id), eq(leaveRules.version, before.version)));
    await recordAudit(tx, {
      action: "leave_rule.update",
      resourceType: "leave_rule",
      resourceId: id,
      changes: changesOf<Record<string, unknown>>({ ...before }, { ...patch }),
    });
    return { ...after, ...written };
  });
}

/** Deletes a rule. What is noted with leave stays. @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN */
export function deleteRule(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const rule = await lockRule(tx, id);
    requireRuleWriter(tx, rule);
    await scoped(workspaceOf(tx.actor), leaveRules).delete(tx.db).where(eq(leaveRules.id, id));
    await recordAudit(tx, {
      action: "leave_rule.delete",
      resourceType: "leave_rule",
      resourceId: id,
      changes: { name: { from: rule.name } },
    });
  });
}
