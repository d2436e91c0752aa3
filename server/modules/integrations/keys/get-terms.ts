import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import type { Role } from "@/server/access/roles";
import { ApiError } from "@/server/kernel/errors";
import { listAdministrators } from "@/server/modules/people/people/list-administrators";
import { findReachedPlaces } from "./find-reached-places";

/** What a person's keys depend on, for explanations on the pages. */
export interface KeyTerms {
  role: Role;
  /** Names of the locations or departments within reach; empty when the reach is the whole workspace or the actor alone. */
  reachNames: string[];
  addOn: "active" | "plan" | "off";
  administrators: string[];
  /** The base URL for requests with keys. */
  baseUrl: string;
}

/** The actor's role and reach in words, and whether the workspace has the add-on (decision 4.3). */
export async function getKeyTerms(ctx: Ctx): Promise<KeyTerms> {
  const [addOn, places, administrators] = await Promise.all([
    addOnOf(ctx),
    findReachedPlaces(ctx),
    listAdministrators(ctx),
  ]);
  return {
    role: ctx.actor.role,
    reachNames: places.map(({ name }) => name),
    addOn,
    administrators,
    baseUrl: ctx.services.settings.baseUrl,
  };
}

async function addOnOf(ctx: Ctx): Promise<KeyTerms["addOn"]> {
  const [workspace] = await ctx.db
    .select({ plan: workspaces.plan, enabled: workspaces.openApiEnabled })
    .from(workspaces)
    .where(eq(workspaces.id, ctx.actor.workspaceId));
  if (!workspace) throw new ApiError("FORBIDDEN");
  if (workspace.plan === "FREE") return "plan";
  return workspace.enabled ? "active" : "off";
}
