import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedPeople } from "@/drizzle/schema/provisioning";
import {
  type AttributeTarget,
  attributeTargets,
  type MappableAttribute,
  mappableAttributes,
} from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import {
  type AttributeRules,
  attributeValue,
  findAttributeRules,
  findMeanings,
} from "@/server/modules/people/people/find-attribute-meanings";
import { getConnection } from "@/server/modules/workspace/connections/list";
import { asDirectory } from "./find-groups";
import { ofDirectory } from "./store";

/** A value that the directory sent. */
interface ObservedValue {
  value: string;
  peopleCount: number;
  /** The location, department and label of this name. */
  sameName: Partial<Record<AttributeTarget, string>>;
}

/** What decides about a connection's people, and what its directory says of them. */
export interface DirectoryAttributes {
  rules: AttributeRules;
  /** The most common values of each attribute that the directory sent. */
  observed: { attribute: MappableAttribute; values: ObservedValue[] }[];
}

/** Of one attribute. */
const maxValues = 200;

/** @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND */
export async function getDirectoryAttributes(ctx: Ctx, connectionId: string): Promise<DirectoryAttributes> {
  requireAdmin(ctx);
  await getConnection(ctx, connectionId);
  const people = await scoped(workspaceOf(ctx.actor), provisionedPeople)
    .select(ctx.db, { attributes: provisionedPeople.attributes })
    .innerJoin(users, eq(users.id, provisionedPeople.userId))
    .where(ofDirectory(asDirectory(ctx, connectionId)));
  const observed: DirectoryAttributes["observed"] = [];
  for (const attribute of mappableAttributes) {
    const counts = new Map<string, number>();
    for (const { attributes } of people) {
      const value = attributeValue(attributes, attribute)?.trim();
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const common = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, maxValues);
    if (common.length > 0) observed.push({ attribute, values: await withNames(ctx, common) });
  }
  return { rules: await findAttributeRules(ctx, connectionId), observed };
}

async function withNames(ctx: Ctx, counted: readonly [string, number][]): Promise<ObservedValue[]> {
  const values = counted.map(([value]) => value);
  const named = new Map<AttributeTarget, ReadonlyMap<string, string>>();
  for (const target of attributeTargets)
    named.set(target, await findMeanings(ctx, target, { attribute: null, values: [] }, values));
  return counted.map(([value, peopleCount]) => ({
    ...{ value, peopleCount },
    sameName: Object.fromEntries(
      attributeTargets.flatMap((target) => {
        const id = named.get(target)?.get(value);
        return id === undefined ? [] : [[target, id]];
      }),
    ),
  }));
}
