import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { getLocation } from "@/server/modules/people/places/get-location";
import { type Gaps, gapsIn } from "./find-gaps";
import { loadRun, readRunLines } from "./store";

/** What to know before a run's file is used. */
export interface RunChecks {
  gaps: Gaps;
  /** The last closed day of its location as of now; null while all are open. */
  closedThrough: string | null;
}

/** @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function checkRun(ctx: Ctx, id: string): Promise<RunChecks> {
  requireRight(ctx, "payroll-runs:read");
  const { layout, locationId } = await loadRun(ctx, id);
  const { closedThrough } = await getLocation(ctx, locationId);
  return { gaps: gapsIn(layout, await readRunLines(ctx, id)), closedThrough };
}
