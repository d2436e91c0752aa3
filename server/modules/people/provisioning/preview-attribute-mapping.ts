import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { previewUsersChange } from "@/server/modules/people/people/preview-users-change";
import { getConnection } from "@/server/modules/workspace/connections/list";
import { asDirectory } from "./find-groups";
import type { AttributeMappingChange } from "./schema";
import { planAttributeMapping, requireMeanings } from "./set-attribute-mapping";

/** What a rule would do now. */
export interface AttributeMappingPreview {
  changedCount: number;
  /** The first of those who change. */
  names: string[];
  /** Those whose leave would not be covered at the other location: they stay. */
  stayingCount: number;
  /** The first of them. */
  stayingNames: string[];
}

const namesShown = 5;

/**
 * Whom `setAttributeMapping` would change now, by the same rules, without writing anything.
 * @throws ApiError as `setAttributeMapping`
 */
export async function previewAttributeMapping(
  ctx: Ctx,
  rule: AttributeMappingChange,
): Promise<AttributeMappingPreview> {
  requireAdmin(ctx);
  await getConnection(ctx, rule.connectionId);
  await requireMeanings(ctx, rule);
  const directory = asDirectory(ctx, rule.connectionId);
  const changed: string[] = [];
  const staying: string[] = [];
  for (const change of await planAttributeMapping(directory, rule))
    for (const { status, name } of (await previewUsersChange(directory, change)).users) {
      if (status === "changed") changed.push(name ?? "");
      if (status === "failed") staying.push(name ?? "");
    }
  return {
    ...{ changedCount: changed.length, names: changed.slice(0, namesShown) },
    ...{ stayingCount: staying.length, stayingNames: staying.slice(0, namesShown) },
  };
}
