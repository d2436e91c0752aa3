import type { Actor } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { type DayNumber, dayNumber, dayText, localDate } from "@/server/kernel/calendar-date";
import { day as dayMs, plus } from "@/server/kernel/clock";
import { invalid } from "@/server/kernel/errors";
import { offsetMinutes } from "@/server/kernel/local-time";
import { buildMessage, findTold, type MessageSource, type Owner } from "./build-message";
import { ownerCtx } from "./compose";
import { columnsOf } from "./create";
import type { Message } from "./message";
import { requireOwner } from "./policy";
import { filterFaults, filterNames } from "./references";
import { renderMail } from "./render-mail";
import { type Due, firstDueAfter, firstDueFrom, type Schedule } from "./schedule";
import type { NotificationDraft } from "./schema";
import { loadNotification } from "./store";
import { mergePatch } from "./update";

/** One of the next times at which it is sent. */
export interface NextSend {
  localDate: string;
  at: string;
  /**
   * Clocks change on that day: `skipped` when the time itself is left out and it is sent later by the wall, `repeated` when it
   * occurs twice and the first counts, `shifted` when only the distance to UTC differs from the send before.
   */
  clockChange: "skipped" | "repeated" | "shifted" | null;
}

export interface Preview {
  message: Message;
  /** The same as an e-mail's HTML and text. */
  mail: { subject: string; html: string; text: string };
  /** Nobody is away, so that it would not be sent. */
  isSkipped: boolean;
  next: NextSend[];
}

function wallMinutes(at: Date, timezone: string): number {
  const local = plus(at, offsetMinutes(at, timezone) * 60_000);
  return local.getUTCHours() * 60 + local.getUTCMinutes();
}

function clockChange({ timezone, hour, minute }: Schedule, { dueAt }: Due): NextSend["clockChange"] {
  if (wallMinutes(dueAt, timezone) !== hour * 60 + minute) return "skipped";
  const offset = offsetMinutes(dueAt, timezone);
  const later = offsetMinutes(plus(dueAt, dayMs / 8), timezone);
  const back = offset - later;
  if (back > 0) {
    // The same wall time comes again once clocks have gone back.
    const again = plus(dueAt, back * 60_000);
    if (offsetMinutes(again, timezone) === later && wallMinutes(again, timezone) === hour * 60 + minute)
      return "repeated";
  }
  return offsetMinutes(plus(dueAt, -dayMs), timezone) === offset ? null : "shifted";
}

/** Birthdays are told on the days on which there are some; the others are on the schedule's own. */
async function nextDues(ctx: Ctx, source: MessageSource & Schedule, count: number): Promise<Due[]> {
  let due = firstDueAfter(source, ctx.now());
  if (source.frequency === "BIRTHDAY") {
    const told = await findTold(ctx, source, { from: due.day, to: due.day + 366 });
    const days = [...new Set(told.map((birthday) => birthday.told))].slice(0, count);
    return days.map((day) => firstDueFrom(source, day));
  }
  const dues = [due];
  while (dues.length < count) {
    due = firstDueFrom(source, due.day + 1);
    dues.push(due);
  }
  return dues;
}

/** Whom the message would speak for, and what it would be made of. */
async function subjectOf(
  ctx: Ctx,
  draft: NotificationDraft,
): Promise<{ ctx: Ctx & { actor: Actor }; owner: Owner; source: MessageSource & Schedule }> {
  const stored = "id" in draft ? await loadNotification(ctx, draft.id) : null;
  const ownerId = stored?.ownerId ?? requireOwner(ctx);
  const fields =
    stored && "patch" in draft ? mergePatch(stored, draft.patch) : "draft" in draft ? draft.draft : null;
  if (!fields) throw invalid([]);
  // What was stored before may have gone since; only what the form says anew is checked.
  const named =
    "patch" in draft ? filterNames.filter((name) => draft.patch[name] !== undefined) : filterNames;
  const faults = await filterFaults(ctx, Object.fromEntries(named.map((name) => [name, fields[name]])));
  if (faults.length > 0) throw invalid(faults);
  const found = await ownerCtx(ctx.services, { workspaceId: ctx.actor.workspaceId, ownerId });
  if (!found) throw invalid([{ path: "ownerId", message: "The owner may not have notifications any more." }]);
  return { ...found, source: columnsOf(fields) };
}

/**
 * The next message as it would be sent, and the next three times. For a form as it stands, saved or not.
 * @throws ApiError VALIDATION_ERROR, FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function previewNotification(ctx: Ctx, draft: NotificationDraft): Promise<Preview> {
  const { ctx: owners, owner, source } = await subjectOf(ctx, draft);
  const dues = await nextDues(owners, source, 3);
  const today: DayNumber = dayNumber(localDate(ctx.now(), source.timezone));
  const { message, isEmpty } = await buildMessage(owners, source, dues[0]?.day ?? today, owner);
  const sendsEmpty = source.frequency !== "BIRTHDAY" && source.sendEmpty === true;
  return {
    message,
    mail: renderMail(message),
    isSkipped: isEmpty && !sendsEmpty,
    next: dues.map((due) => ({
      localDate: dayText(due.day),
      at: due.dueAt.toISOString(),
      clockChange: clockChange(source, due),
    })),
  };
}
