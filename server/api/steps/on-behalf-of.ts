import { onBehalf } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { manages } from "@/server/access/manages";
import { hasScope } from "@/server/access/require-scope";
import { ApiError } from "@/server/kernel/errors";
import { decodeId } from "@/server/kernel/schema";
import { type Answer, ctxOf, type Exchange, endpointOf, type V2Step } from "../exchange";

const refused = () => new ApiError("ON_BEHALF_OF_NOT_ALLOWED");

/**
 * X-On-Behalf-Of on writes that honour it: from here on the acting user is the one it names. A key without the scope, an unknown
 * and an unmanaged user answer alike, so the header tells nothing about who exists (decision 4.9).
 */
export const onBehalfOf: V2Step = (x, next) => {
  if (!endpointOf(x).write?.onBehalf) return next();
  const header = x.request.headers.get("x-on-behalf-of");
  return header === null ? next() : actFor(x, header, next);
};

async function actFor(x: Exchange, header: string, next: () => Promise<Answer>): Promise<Answer> {
  const ctx = ctxOf(x);
  const id = decodeId("user", header.trim());
  if (!hasScope(ctx, "users:act-on-behalf") || id === null) throw refused();
  if (id === ctx.actor.userId) return next();
  const target = await loadActor(ctx.db, ctx.actor.workspaceId, id, ctx.actor.via);
  if (!target || !(await manages(ctx, id))) throw refused();
  x.ctx = onBehalf(ctx, target);
  return next();
}
