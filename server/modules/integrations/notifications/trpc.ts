import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { listOccurrences } from "@/server/modules/integrations/schedules/list-occurrences";
import { withOwnerName } from "@/server/modules/people/people/find-names";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { countByPlatform } from "./count-by-platform";
import { createNotification } from "./create";
import { deleteNotification } from "./delete";
import { getNotification } from "./get";
import { getNotificationTerms } from "./get-terms";
import { listPendingNotifications } from "./list-pending";
import { notificationView, occurrenceView } from "./present";
import { previewNotification } from "./preview";
import { resendToFailed } from "./resend";
import { type NotificationRow, notificationSchedule } from "./schedule";
import {
  NotificationChange,
  NotificationDraft,
  NotificationRef,
  NotificationSearch,
  NotificationSubmission,
  OccurrencePage,
  OccurrenceRef,
} from "./schema";
import { searchNotifications } from "./search";
import { sendTest } from "./send-test";
import { shownPreview } from "./shown-preview";
import { updateNotification } from "./update";

const view = async (ctx: Ctx, row: NotificationRow) => notificationView(await withOwnerName(ctx, row));

export const notificationsRouter = router({
  terms: procedure.query(({ ctx }) => getNotificationTerms(ctx)),
  page: procedure
    .input(NotificationSearch)
    .query(({ ctx, input }) =>
      listPage(ctx, "notifications", input, { list: searchNotifications, present: notificationView }),
    ),
  /** For the page that connects Slack and Microsoft Teams. */
  countByPlatform: procedure.query(({ ctx }) => countByPlatform(ctx)),
  /** Pending writes of keys, for the list to show. */
  pending: procedure.query(({ ctx }) => listPendingNotifications(ctx)),
  get: procedure
    .input(NotificationRef)
    .query(async ({ ctx, input }) => view(ctx, await getNotification(ctx, input.id))),
  create: procedure.input(NotificationSubmission).mutation(async ({ ctx, input }) => {
    const { attempt, notification } = input;
    const create = async (tx: Ctx) => (await createNotification(tx, notification)).id;
    const id = await oncePerForm(ctx, { attempt, input: notification }, create);
    return view(ctx, await getNotification(ctx, id));
  }),
  update: procedure
    .input(NotificationChange)
    .mutation(async ({ ctx, input }) => view(ctx, await updateNotification(ctx, input.id, input.patch))),
  delete: procedure.input(NotificationRef).mutation(({ ctx, input }) => deleteNotification(ctx, input.id)),
  preview: procedure
    .input(NotificationDraft)
    .query(async ({ ctx, input }) => shownPreview(await previewNotification(ctx, input))),
  occurrences: procedure
    .input(OccurrencePage)
    .query(async ({ ctx, input }) =>
      (await listOccurrences(notificationSchedule, ctx, input)).map(occurrenceView),
    ),
  /** Resends an occurrence to its failed destinations. */
  resend: procedure
    .input(OccurrenceRef)
    .mutation(async ({ ctx, input }) => ({ count: await resendToFailed(ctx, input.id) })),
  /** @returns the occurrence whose history shows the test */
  sendTest: procedure
    .input(NotificationRef)
    .mutation(async ({ ctx, input }) => ({ id: encodeId("occurrence", await sendTest(ctx, input.id)) })),
});
