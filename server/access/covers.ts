import type { Ctx } from "./ctx";
import { type Reach, reaches } from "./reach";

/** Every reach that a write must lie within: acting on behalf of another user never widens a key (decision 4.9). */
export const reachesOf = (ctx: Ctx): Reach[] =>
  ctx.keyOwner && ctx.keyOwner.reach !== ctx.reach ? [ctx.reach, ctx.keyOwner.reach] : [ctx.reach];

/** Whether a write may affect this person: both the acting user and the key's owner must reach them. */
export const covers = (ctx: Ctx, person: { id: string; locationId: string; departmentId: string }): boolean =>
  reachesOf(ctx).every((reach) => reaches(reach, person));

/** Whether a write may affect data of this location. */
export const coversLocation = (ctx: Ctx, locationId: string): boolean =>
  reachesOf(ctx).every(
    (reach) => reach.kind === "workspace" || (reach.kind === "locations" && reach.ids.includes(locationId)),
  );
