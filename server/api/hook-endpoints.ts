import { eventTypes } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { checkHook } from "@/server/modules/integrations/webhooks/check-hook";
import { createHook } from "@/server/modules/integrations/webhooks/create-hook";
import { deleteHook } from "@/server/modules/integrations/webhooks/delete-hook";
import { listSamples } from "@/server/modules/integrations/webhooks/list-samples";
import { HookCreate } from "@/server/modules/integrations/webhooks/schema";
import { getUser } from "@/server/modules/people/people/get-user";
import { getWorkspaceName } from "@/server/modules/workspace/settings/get-name";
import { requireAddOn } from "@/server/modules/workspace/settings/require-add-on";
import { type Endpoint, endpoint } from "@/server/transport/endpoint";

const tag = "Hooks";
/** Every app scope passes the endpoint check; the handler itself requires one. */
const common = { tag, scope: "any" } as const;
const write = { idempotent: false, onBehalf: false, defer: false } as const;

/** The connection's user, for the label that the app shows. The email address only if the app may know it. */
async function describe(ctx: Ctx, userId: string) {
  await requireAddOn(ctx);
  const { via } = ctx.actor;
  const [{ name, email }, workspace] = await Promise.all([getUser(ctx, userId), getWorkspaceName(ctx)]);
  const knowsEmail = via.type === "grant" && via.scopes.includes("email");
  return { id: encodeId("user", userId), name, ...(knowsEmail && { email }), workspace };
}

/** REST hooks (decision 13.8), as Zapier, n8n and Make use them: responses without an envelope. */
export const hookEndpoints: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: "GET",
    path: "/hooks/me",
    operationId: "getHookConnection",
    summary: "Get the connection",
    description: "Tests the connection and names it.",
    call: (ctx) => describe(ctx, ctx.actor.userId ?? ""),
  }),
  ...eventTypes.map((type) =>
    endpoint({
      ...common,
      method: "GET",
      path: `/hooks/samples/${type}`,
      operationId: "listHookSamples",
      summary: "List samples",
      description: "The newest three payloads, or a made-up one.",
      call: (ctx) => listSamples(ctx, type),
    }),
  ),
  endpoint({
    ...common,
    method: "POST",
    path: "/hooks",
    status: 201,
    operationId: "createHook",
    summary: "Subscribe",
    description: "Sends an event to a URL from now on.",
    write,
    body: HookCreate,
    check: (ctx, { body }) => checkHook(ctx, body),
    call: (ctx, { checked }) => createHook(ctx, checked),
    present: ({ id }) => ({ id: encodeId("webhook", id) }),
  }),
  endpoint({
    ...common,
    method: "DELETE",
    path: "/hooks/{id}",
    params: { id: "webhook" },
    notFound: "WEBHOOK_NOT_FOUND",
    status: 204,
    operationId: "deleteHook",
    summary: "Unsubscribe",
    description: "Only for the connection that subscribed.",
    write,
    call: (ctx, { params }) => deleteHook(ctx, params.id),
  }),
];
