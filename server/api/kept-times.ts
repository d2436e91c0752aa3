import { day } from "@/server/kernel/time/clock";
import { retentionMs } from "@/server/modules/integrations/operations/idempotency";
import { keptMs as operationsKeptMs } from "@/server/modules/integrations/operations/store";
import { keptMs as filesKeptMs, mailedKeptMs } from "@/server/modules/integrations/reports/downloads";
import { hoursKeptMs, logKeptMs } from "@/server/modules/integrations/request-log/policy";
import { keptDays } from "@/server/modules/integrations/schedules/recurrence";
import { keptMs as deliveriesKeptMs } from "@/server/modules/integrations/webhooks/policy";
import { failedKeptDays, sentKeptDays } from "@/server/modules/messaging/outbox/sweep";
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
