import { and, eq } from "drizzle-orm";
import { userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { type Ctx, viewerOf } from "@/server/access/ctx";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { groupBy } from "@/server/kernel/group-by";
import { listRules } from "@/server/modules/leave/rules/list-rules";
import { dayKinds } from "./find-ruled-days";

/** The people whom a rule about days exempts. */
export interface ExemptPeople {
  /** The rule's name. */
  name: string;
  userIds: string[];
}

/**
 * Whom the rules about days exempt, so that the chart does not shade their rows. Only for those who write rules: labels can say something
 * about people (decision 14.20).
 */
export async function findExemptPeople(ctx: Ctx): Promise<ExemptPeople[]> {
  const { role } = viewerOf(ctx);
  if (role !== "ADMIN" && role !== "LOCATION_ADMIN") return [];
  const rules = (await listRules(ctx)).filter(({ isEnabled, kind }) => isEnabled && dayKinds.includes(kind));
  const labelIds = [...new Set(rules.flatMap(({ exemptLabelIds }) => exemptLabelIds))];
  if (labelIds.length === 0) return [];
  const labelled = await scoped(ctx.reach, users)
    .select(ctx.db, { userId: users.id, labelId: userLabels.labelId })
    .innerJoin(
      userLabels,
      and(eq(userLabels.workspaceId, users.workspaceId), eq(userLabels.userId, users.id)),
    )
    .where(isAnyOf(userLabels.labelId, labelIds));
  // The chart shows names: of rules with the same name, whom all of them exempt is exempt.
  return [...groupBy(rules, ({ name }) => name)].map(([name, named]) => {
    const [first = new Set<string>(), ...others] = named.map(
      ({ exemptLabelIds }) =>
        new Set(labelled.flatMap(({ userId, labelId }) => (exemptLabelIds.includes(labelId) ? userId : []))),
    );
    return { name, userIds: [...first].filter((id) => others.every((other) => other.has(id))) };
  });
}
