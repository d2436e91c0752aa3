import type { Actor } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { type DayNumber, dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { checkFilters, filterNames } from "@/server/modules/integrations/schedules/check-filters";
import { loadScheduled } from "@/server/modules/integrations/schedules/load-scheduled";
import { type NextSend, nextSend, shownSends } from "@/server/modules/integrations/schedules/next-sends";
import {
  type Due,
  firstDueAfter,
  firstDueFrom,
  firstDues,
  type Schedule,
} from "@/server/modules/integrations/schedules/recurrence";
import { buildMessage, findAnnounced, type MessageSource, type Owner } from "./build-message";
import { columnsOf } from "./create";
import { linksOf } from "./links";
import { loadOwners } from "./load-owners";
import type { Message } from "./message";
import { requireOwner } from "./policy";
import { renderMail } from "./render-mail";
import { notificationSchedule } from "./schedule";
import type { NotificationDraft } from "./schema";
import { mergeNotification } from "./update";

export interface Preview {
  message: Message;
  /** The same as an e-mail's HTML and text. */
  mail: { subject: string; html: string; text: string };
  /** There are no absences, so that it would not be sent. */
  isSkipped: boolean;
  next: NextSend[];
}

/** Birthday messages are due only on days with birthdays; others follow the schedule. */
async function nextDues(ctx: Ctx, source: MessageSource & Schedule, count: number): Promise<Due[]> {
  if (source.frequency !== "BIRTHDAY") return firstDues(source, ctx.now(), count);
  const from = firstDueAfter(source, ctx.now()).day;
  const birthdays = await findAnnounced(ctx, source, { from, to: from + 366 });
  const days = [...new Set(birthdays.map((birthday) => birthday.announcedOn))].slice(0, count);
  return days.map((day) => firstDueFrom(source, day));
}

/** The owner of the previewed message, and its content settings. */
async function subjectOf(
  ctx: Ctx,
  draft: NotificationDraft,
): Promise<{ ctx: Ctx & { actor: Actor }; owner: Owner; source: MessageSource & Schedule }> {
  const stored = "id" in draft ? await loadScheduled(notificationSchedule, ctx, draft.id) : null;
  const ownerId = stored?.ownerId ?? requireOwner(ctx);
  const fields =
    stored && "patch" in draft
      ? mergeNotification(stored, draft.patch)
      : "draft" in draft
        ? draft.draft
        : null;
  if (!fields) throw invalid([]);
  // References that were stored before may have been deleted since; only the form's new ones are checked.
  const named =
    "patch" in draft ? filterNames.filter((name) => draft.patch[name] !== undefined) : filterNames;
  await checkFilters(ctx, fields, named);
  const owners = await loadOwners(ctx.services, [{ workspaceId: ctx.actor.workspaceId, ownerId }]);
  const found = owners.get(ownerId);
  if (!found) throw invalid([{ path: "ownerId", ...fault("ownerNotifications") }]);
  return { ...found, source: columnsOf(fields) };
}

/**
 * The next message as it would be sent, and the next three times. For a form's current values, saved or not.
 * @throws ApiError VALIDATION_ERROR, FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function previewNotification(ctx: Ctx, draft: NotificationDraft): Promise<Preview> {
  const { ctx: owners, owner, source } = await subjectOf(ctx, draft);
  const dues = await nextDues(owners, source, shownSends);
  const today: DayNumber = dayNumber(localDate(ctx.now(), source.timezone));
  const { message, isEmpty } = await buildMessage(owners, source, dues[0]?.day ?? today, owner);
  const sendsEmpty = source.frequency !== "BIRTHDAY" && source.sendEmpty === true;
  return {
    message,
    mail: renderMail(message, linksOf(ctx.services.settings.appUrl, "id" in draft ? draft.id : null)),
    isSkipped: isEmpty && !sendsEmpty,
    next: dues.map((due) => nextSend(source, due)),
  };
}
