import type { Ctx } from "@/server/access/ctx";
import { getOperation } from "@/server/modules/integrations/operations/get";
import { startErasure } from "@/server/modules/people/personal-data/start-erasure";
import { carriedOut } from "./carried-out";

/** Erases a person completely. @returns the operation's result in v2's format */
export async function erased(ctx: Ctx, userId: string): Promise<Record<string, unknown>> {
  const id = await startErasure(ctx, userId);
  await carriedOut(ctx.services);
  const { status, result, error } = await getOperation(ctx, { id });
  if (!result) throw new Error(`The erasure is ${status}: ${JSON.stringify(error)}`);
  return (result.body as { data: Record<string, unknown> }).data;
}
