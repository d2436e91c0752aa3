import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import { type AttributeTarget, attributeTargets, type MappableAttribute } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import {
  type AttributeRule,
  attributeValue,
  findAttributeRules,
  findMeanings,
} from "@/server/modules/people/people/find-attribute-meanings";
import { connectionOf } from "./admit-directory";
import { ofDirectory } from "./store";
import type { ProvisionedUser } from "./user-attributes";

/** People with what an attribute says of them. */
async function readValues(
  ctx: Ctx,
  attribute: MappableAttribute,
  userIds: readonly string[] | "all",
): Promise<Map<string, string>> {
  const rows = await scoped(workspaceOf(ctx.actor), provisionedPeople)
    .select(ctx.db, { userId: provisionedPeople.userId, attributes: provisionedPeople.attributes })
    .innerJoin(users, eq(users.id, provisionedPeople.userId))
    .where(and(ofDirectory(ctx), userIds === "all" ? undefined : isAnyOf(provisionedPeople.userId, userIds)));
  return new Map(
    rows.flatMap(({ userId, attributes }): [string, string][] => {
      const value = attributeValue(attributes, attribute);
      return value === null ? [] : [[userId, value]];
    }),
  );
}

/** What a rule decides about people of the directory, by person; someone of whom it decides nothing is missing. */
export async function findDecidedBy(
  ctx: Ctx,
  target: AttributeTarget,
  rule: AttributeRule,
  userIds: readonly string[] | "all",
): Promise<Map<string, string>> {
  if (rule.attribute === null || userIds.length === 0) return new Map();
  const values = await readValues(ctx, rule.attribute, userIds);
  const meanings = await findMeanings(ctx, target, rule, [...values.values()]);
  return new Map(
    [...values].flatMap(([userId, value]): [string, string][] => {
      const id = meanings.get(value);
      return id === undefined ? [] : [[userId, id]];
    }),
  );
}

/** What the directory's rule for a target decides about these people. */
export async function findDecided(
  ctx: Ctx,
  target: AttributeTarget,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rules = await findAttributeRules(ctx, connectionOf(ctx));
  return findDecidedBy(ctx, target, rules[target], userIds);
}

/** What changes when a directory's description changes: only of attributes that say something else than before. */
export interface PlaceChange {
  locationId?: string;
  departmentId?: string;
  labelId?: string;
  /** A label that the value before gave. */
  lostLabelId?: string;
}

/** The places and labels that the chosen attributes decide when a description changes. A value that means nothing moves no one. */
export async function findPlaceChange(
  ctx: Ctx,
  before: ProvisionedUser | null,
  after: ProvisionedUser,
): Promise<PlaceChange> {
  const rules = await findAttributeRules(ctx, connectionOf(ctx));
  const change: PlaceChange = {};
  for (const target of attributeTargets) {
    const { attribute } = rules[target];
    const [was, is] = [attributeValue(before, attribute), attributeValue(after, attribute)];
    if (was === is) continue;
    const said = [was, is].filter((one) => one !== null);
    const meanings = await findMeanings(ctx, target, rules[target], said);
    const [lost, id] = [meanings.get(was ?? ""), meanings.get(is ?? "")];
    if (target === "LOCATION" && id) change.locationId = id;
    if (target === "DEPARTMENT" && id) change.departmentId = id;
    if (target === "LABEL" && id) change.labelId = id;
    if (target === "LABEL" && lost && lost !== id) change.lostLabelId = lost;
  }
  return change;
}
