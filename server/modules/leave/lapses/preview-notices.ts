import type { Ctx } from "@/server/access/ctx";
import type { LapseSelection } from "./schema";
import { findNotices, findSelected, isSentToday, requireLead } from "./store";
import { keyOfLapse } from "./write-notices";

interface NoticesPreview {
  /** One to each person. */
  mailCount: number;
  /** People who got all of it by hand today. */
  skippedCount: number;
}

/**
 * How many mails `sendNotices` would send to the people of a selection.
 * @throws ApiError FORBIDDEN
 */
export async function previewNotices(ctx: Ctx, select: LapseSelection): Promise<NoticesPreview> {
  requireLead(ctx);
  const { lapses } = await findSelected(ctx, select);
  const notices = await findNotices(ctx, lapses);
  const due = lapses.filter((lapse) => !isSentToday(lapse, notices.get(keyOfLapse(lapse))));
  const people = (of: typeof lapses) => new Set(of.map(({ employee }) => employee.id)).size;
  return { mailCount: people(due), skippedCount: people(lapses) - people(due) };
}
