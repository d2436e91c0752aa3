import { type Ctx, onBehalf } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { manages } from "@/server/access/manages";
import { hasScope } from "@/server/access/require-scope";
import { ApiError, invalid } from "@/server/kernel/errors";
import { decodeId } from "@/server/kernel/schema";
import type { Admitted, Asked, Prefer } from "../stages";

const printable = /^[\x20-\x7e]{1,255}$/;

/** Idempotency-Key and Prefer, on writes that honour them. @throws ApiError INVALID_IDEMPOTENCY_KEY */
export function writeHeaders<X extends Admitted>(x: X): X & Asked {
  const { write } = x.endpoint;
  if (!write) return x;
  const { headers } = x.request;
  const key = write.idempotent ? headers.get("idempotency-key") : null;
  if (key !== null && !printable.test(key))
    throw new ApiError("INVALID_IDEMPOTENCY_KEY", {
      details: {
        fields: [{ path: "Idempotency-Key", message: "Must be 1 to 255 printable ASCII characters." }],
      },
    });
  return { ...x, idempotencyKey: key ?? undefined, prefer: parsePrefer(headers.get("prefer")) };
}

/** Reads a Prefer header; the first of repeated preferences counts, unknown and malformed ones are ignored. */
function parsePrefer(header: string | null): Prefer {
  const items = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((item) => item.split(";")[0]?.trim() ?? "");
  const wait = items.map((item) => /^wait\s*=\s*"?(\d{1,9})"?$/.exec(item)?.[1]).find((n) => n !== undefined);
  return {
    respondAsync: items.includes("respond-async"),
    waitSeconds: wait === undefined ? undefined : Number(wait),
  };
}

const refused = () => new ApiError("ON_BEHALF_OF_NOT_ALLOWED");

/**
 * X-On-Behalf-Of on writes that honour it: from here on the acting user is the named one. A key without the scope, an unknown user and an
 * unmanaged user get the same answer, so the header reveals nothing about who exists (decision 4.9). An empty header is a variable that
 * was not set: without a refusal it would act for the owner.
 * @throws ApiError VALIDATION_ERROR, ON_BEHALF_OF_NOT_ALLOWED
 */
export async function onBehalfOf<X extends Admitted>(x: X): Promise<X> {
  const header = x.endpoint.write?.onBehalf ? x.request.headers.get("x-on-behalf-of") : null;
  if (header === "") throw invalid([{ path: "X-On-Behalf-Of", message: "Must not be empty." }]);
  return header === null ? x : { ...x, ctx: await actFor(x.ctx, header) };
}

async function actFor(ctx: Ctx, header: string): Promise<Ctx> {
  const id = decodeId("user", header.trim());
  if (!hasScope(ctx, "users:act-on-behalf") || id === null) throw refused();
  if (id === ctx.actor.userId) return ctx;
  const target = await loadActor(ctx.db, ctx.actor.workspaceId, id, ctx.actor.via);
  if (!target || !(await manages(ctx, id))) throw refused();
  return onBehalf(ctx, target);
}
