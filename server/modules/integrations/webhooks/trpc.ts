import { type DeliveredType, eventTypes, testEvent } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { checkCreate } from "./check-create";
import { checkUpdate } from "./check-update";
import { createWebhook } from "./create";
import { deleteWebhook } from "./delete";
import { endOverlap } from "./end-overlap";
import { roleReceives, scopeOfEvent } from "./event-scopes";
import { findApps } from "./find-apps";
import { findWebhookOfDelivery } from "./find-webhook-of-delivery";
import { getWebhook } from "./get";
import { getDelivery } from "./get-delivery";
import { listByAttempt } from "./list-by-attempt";
import { pauseWebhook } from "./pause";
import { deliveryDetailV2, deliveryV2, webhookV2, webhookWithSecretV2 } from "./present";
import { countFailed, recoverFailed } from "./recover";
import { redeliver } from "./redeliver";
import { redeliverMany } from "./redeliver-many";
import { resumeWebhook } from "./resume";
import { countWaiting, retryWaiting } from "./retry-waiting";
import { rotateSecret } from "./rotate-secret";
import { samplePayload } from "./sample-payload";
import {
  DeliveryId,
  DeliveryList,
  DeliveryRef,
  FailedRange,
  RecoverFailed,
  RedeliverMany,
  WebhookCreate,
  WebhookRef,
  WebhookResumeForm,
  WebhookRotate,
  WebhookSearch,
  WebhookUpdate,
} from "./schema";
import { countWebhooks, searchWebhooks } from "./search";
import { sendTest } from "./send-test";
import { signedText } from "./sign";
import { firstFailureOf, statsOf } from "./stats";
import { findLastDelivery, type WebhookRow, type WebhookView } from "./store";
import { subjectsOf } from "./subjects";
import { updateWebhook } from "./update";

const deliveredTypes: readonly DeliveredType[] = [...eventTypes, testEvent];

type Apps = Awaited<ReturnType<typeof findApps>>;

/** The app that made a webhook, whose name is null once the app is deleted; null when a user made it. */
const appOf = (apps: Apps, { clientId }: WebhookRow) =>
  clientId === null ? null : { name: apps.get(clientId) ?? null };

/** A webhook as the pages show it: the API's record, its statistics, and the state of its secret. */
async function pageView(ctx: Ctx, view: WebhookView) {
  const { webhook } = view;
  const stats = (await statsOf(ctx, [webhook])).get(webhook.id);
  const failure = await firstFailureOf(ctx, webhook);
  const overlapUntil = webhook.previousSecretUntil;
  return {
    ...webhookV2(view),
    stats,
    waitingCount: await countWaiting(ctx, webhook),
    keyId: webhook.keyId && encodeId("key", webhook.keyId),
    app: appOf(await findApps(ctx, [webhook]), webhook),
    secretMadeAt: webhook.secretMadeAt,
    overlapUntil: overlapUntil && overlapUntil > ctx.now() ? overlapUntil : null,
    failingSince: webhook.failingSince,
    firstFailure: failure && { ...failure, deliveryId: encodeId("delivery", failure.deliveryId) },
  };
}

/** A delivery as the pages show it: a due one is being sent, so it has no next attempt. */
const shown = <V extends { nextAttemptAt: string | null }>(ctx: Ctx, view: V): V => {
  const { nextAttemptAt } = view;
  return nextAttemptAt !== null && nextAttemptAt <= ctx.now().toISOString()
    ? { ...view, nextAttemptAt: null }
    : view;
};

type Subjects = Awaited<ReturnType<typeof subjectsOf>>;

function subjectView(subjects: Subjects, { delivery }: { delivery: { id: string } }) {
  const subject = subjects.get(delivery.id);
  return subject ? { ...subject, userId: encodeId("user", subject.userId) } : null;
}

async function listViews(ctx: Ctx, items: readonly WebhookRow[]) {
  const [stats, apps] = await Promise.all([statsOf(ctx, items), findApps(ctx, items)]);
  return Promise.all(
    items.map(async (webhook) => ({
      ...webhookV2({ webhook, lastDelivery: await findLastDelivery(ctx, webhook) }),
      stats: stats.get(webhook.id),
      app: appOf(apps, webhook),
    })),
  );
}

export const webhooksRouter = router({
  /** The available events, whether the signed-in user may subscribe to them, and a sample payload. `webhook.test` is for information. */
  events: procedure.query(({ ctx }) =>
    deliveredTypes.map((type) => ({
      type,
      scope: type === testEvent ? null : scopeOfEvent(type),
      isSubscribable: type !== testEvent && roleReceives(ctx.actor.role, type),
      sample: samplePayload(type),
    })),
  ),
  counts: procedure.query(({ ctx }) => countWebhooks(ctx)),
  page: procedure.input(WebhookSearch).query(({ ctx, input }) =>
    listPage(ctx, "webhooks", input, {
      list: async (_, filter, start) => {
        const found = await searchWebhooks(ctx, filter, start);
        return { ...found, items: await listViews(ctx, found.items) };
      },
      present: (view) => view,
    }),
  ),
  get: procedure
    .input(WebhookRef)
    .query(async ({ ctx, input }) => pageView(ctx, await getWebhook(ctx, input.id))),
  /** `secret` appears only in this response and in that of `rotateSecret`. */
  create: procedure
    .input(WebhookCreate)
    .mutation(async ({ ctx, input }) =>
      webhookWithSecretV2(await createWebhook(ctx, await checkCreate(ctx, input))),
    ),
  update: procedure
    .input(WebhookUpdate)
    .mutation(async ({ ctx, input: { id, patch } }) =>
      pageView(ctx, await updateWebhook(ctx, id, await checkUpdate(ctx, id, patch))),
    ),
  pause: procedure
    .input(WebhookRef)
    .mutation(async ({ ctx, input }) => pageView(ctx, await pauseWebhook(ctx, input.id))),
  resume: procedure
    .input(WebhookResumeForm)
    .mutation(async ({ ctx, input: { id, replay } }) =>
      pageView(ctx, await resumeWebhook(ctx, id, { replay })),
    ),
  rotateSecret: procedure
    .input(WebhookRotate)
    .mutation(async ({ ctx, input: { id, ...rotation } }) =>
      webhookWithSecretV2(await rotateSecret(ctx, id, rotation)),
    ),
  endOverlap: procedure
    .input(WebhookRef)
    .mutation(async ({ ctx, input }) => pageView(ctx, await endOverlap(ctx, input.id))),
  delete: procedure.input(WebhookRef).mutation(({ ctx, input }) => deleteWebhook(ctx, input.id)),
  test: procedure
    .input(WebhookRef)
    .mutation(async ({ ctx, input }) => shown(ctx, deliveryV2(await sendTest(ctx, input.id)))),
  deliveries: procedure
    .input(DeliveryList)
    .query(async ({ ctx, input: { webhookId, limit, cursor, ...filters } }) => {
      const { items, next } = await listByAttempt(ctx, webhookId, { limit, after: cursor ?? null, filters });
      const subjects = await subjectsOf(
        ctx,
        items.map(({ delivery }) => delivery),
      );
      return {
        items: items.map((item) => ({
          ...shown(ctx, deliveryV2(item)),
          subject: subjectView(subjects, item),
        })),
        nextCursor: next && `${next.key}_${encodeId("delivery", next.id)}`,
      };
    }),
  delivery: procedure.input(DeliveryRef).query(async ({ ctx, input }) => {
    const found = await getDelivery(ctx, input.webhookId, input.id);
    const detail = shown(ctx, deliveryDetailV2(found));
    return {
      ...detail,
      subject: subjectView(await subjectsOf(ctx, [found.delivery]), found),
      // The signed text of each attempt, to compare with a receiver's.
      attemptLog: detail.attemptLog.map((attempt) => ({
        ...attempt,
        signedText: signedText(
          detail.messageId,
          Number(attempt.requestHeaders["webhook-timestamp"]),
          detail.requestBody ?? "",
        ),
      })),
    };
  }),
  /** The webhook of a delivery, for links that have only the delivery's id. */
  ofDelivery: procedure.input(DeliveryId).query(async ({ ctx, input }) => ({
    webhookId: encodeId("webhook", await findWebhookOfDelivery(ctx, input.id)),
  })),
  redeliver: procedure
    .input(DeliveryRef)
    .mutation(async ({ ctx, input }) =>
      shown(ctx, deliveryV2(await redeliver(ctx, input.webhookId, input.id))),
    ),
  /** Sends waiting deliveries now. */
  retryWaiting: procedure
    .input(WebhookRef)
    .mutation(async ({ ctx, input }) => ({ queued: await retryWaiting(ctx, input.id) })),
  redeliverMany: procedure
    .input(RedeliverMany)
    .mutation(async ({ ctx, input }) => ({ queued: await redeliverMany(ctx, input.webhookId, input.ids) })),
  failedCount: procedure
    .input(FailedRange)
    .query(({ ctx, input: { webhookId, ...range } }) => countFailed(ctx, webhookId, range)),
  /** One step of a recovery: call again with `next` as `after` until it is null; stop calling to cancel. */
  recoverFailed: procedure.input(RecoverFailed).mutation(async ({ ctx, input: { webhookId, ...range } }) => {
    const { queued, next } = await recoverFailed(ctx, webhookId, range);
    return { queued, next: next && encodeId("delivery", next) };
  }),
});
