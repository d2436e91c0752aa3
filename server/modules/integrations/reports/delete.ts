import type { Ctx } from "@/server/access/ctx";
import { deleteScheduled } from "@/server/modules/integrations/schedules/delete-scheduled";
import { reportSchedule } from "./schedule";

/** Deletes a report with its history; unsent mails are not sent any more. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export const deleteReport = (ctx: Ctx, id: string): Promise<void> => deleteScheduled(reportSchedule, ctx, id);
