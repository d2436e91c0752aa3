import type { Ctx } from "@/server/access/ctx";
import { type NextSend, nextSend } from "@/server/modules/notifications/next-send";
import { firstDues } from "@/server/modules/notifications/schedule";
import type { ReportScheduleDraft } from "./schema";
import { lastOfMonth } from "./store";

const shownCount = 3;

/** The next times at which a schedule, saved or not, would be sent. */
export function nextReportSends(ctx: Ctx, draft: ReportScheduleDraft): NextSend[] {
  const { dayOfMonth } = { dayOfMonth: null, ...draft };
  const schedule = {
    sendOnDays: null,
    day: null,
    ...draft,
    dayOfMonth: dayOfMonth === "LAST" ? lastOfMonth : dayOfMonth,
  };
  return firstDues(schedule, ctx.now(), shownCount).map((due) => nextSend(schedule, due));
}
