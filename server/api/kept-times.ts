import { day } from "@/server/kernel/clock";
import { failedKeptDays, sentKeptDays } from "@/server/modules/mails/sweep";
import { retentionMs } from "@/server/modules/operations/idempotency";
import { keptMs as operationsKeptMs } from "@/server/modules/operations/store";
import { hoursKeptMs, logKeptMs } from "@/server/modules/request-log/policy";
import { keptMs as filesKeptMs, mailedKeptMs } from "@/server/modules/scheduled-reports/downloads";
import { keptDays } from "@/server/modules/schedules/recurrence";
import { keptMs as deliveriesKeptMs } from "@/server/modules/webhooks/policy";
import { procedure, router } from "@/server/transport/trpc";

/** Retention times that are the same in every workspace, in milliseconds. */
const keptTimes = {
  requests: logKeptMs,
  usage: hoursKeptMs,
  deliveries: deliveriesKeptMs,
  endedHooks: deliveriesKeptMs,
  operations: operationsKeptMs,
  idempotencyKeys: retentionMs,
  sentMails: sentKeptDays * day,
  failedMails: failedKeptDays * day,
  sendings: keptDays * day,
  reportFiles: filesKeptMs,
  mailedReportFiles: mailedKeptMs,
};

export const keptTimesRouter = router({ get: procedure.query(() => keptTimes) });
