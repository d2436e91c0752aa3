import "@/server/jobs/subscriptions";
import { deleteEndedSecrets } from "@/server/access/delete-ended-secrets";
import { recordMissedIdentities } from "@/server/access/record-missed-identities";
import { deleteFullThrottles } from "@/server/kernel/http/throttle";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute } from "@/server/kernel/time/clock";
import { moveEarlierMails } from "@/server/modules/integrations/notifications/earlier-mail-work";
import { sendDueMessages } from "@/server/modules/integrations/notifications/message-work";
import { composeDue } from "@/server/modules/integrations/notifications/text-work";
import { deleteOldDownloads, makeDueDownloads } from "@/server/modules/integrations/reports/download-work";
import { sendDueReports } from "@/server/modules/integrations/reports/report-work";
import { deleteOldRequests } from "@/server/modules/integrations/request-log/sweep";
import { warnOfQuota } from "@/server/modules/integrations/request-log/warn-of-quota";
import { sweepOccurrences } from "@/server/modules/integrations/schedules/sweep-occurrences";
import { deliverDue } from "@/server/modules/integrations/webhooks/delivery-work";
import { deleteEndedHooks, deleteOldDeliveries } from "@/server/modules/integrations/webhooks/sweep";
import { warnOwners } from "@/server/modules/integrations/webhooks/warn-owners";
import { deleteEndedFeeds } from "@/server/modules/leave/feeds/delete-ended-feeds";
import { notifyLapses } from "@/server/modules/leave/lapses/notify-lapses";
import { deleteOldLinks } from "@/server/modules/leave/mail/delete-old-links";
import { writeLeaveMails } from "@/server/modules/leave/mail/notice-work";
import { expireLeaves } from "@/server/modules/leave/requests/expire";
import { storeDayCounts } from "@/server/modules/leave/requests/store-day-counts";
import { sendDueMails } from "@/server/modules/messaging/outbox/mail-work";
import { deleteOldMails } from "@/server/modules/messaging/outbox/sweep";
import { deleteEndedDevices } from "@/server/modules/messaging/push/delete-ended-devices";
import { sendDuePushes } from "@/server/modules/messaging/push/push-work";
import { checkDomains } from "@/server/modules/workspace/connections/check-domains";
import { warnOfExpiry } from "@/server/modules/workspace/connections/warn-of-expiry";
import {
  deleteEndedAccess,
  deleteExpiredAudit,
  deleteExpiredLeave,
} from "@/server/modules/workspace/retention/delete-expired";
import { cleanUpOauth } from "@/server/oauth/clean-up";
import { rotateDueSigningKeys } from "@/server/oauth/keys/rotate";
import { deleteOldAttempts } from "@/server/signin/connections/delete-old-attempts";
import { deleteExpiredSignin } from "@/server/signin/delete-expired";

/** A recurring job: it determines in the database what is due, and returns how much it did. */
export interface Job {
  name: string;
  /** Minimum milliseconds between two runs in a process; by default every call runs it. */
  everyMs?: number;
  /** Also runs while the pool rejects requests for lack of connections: it uses none of theirs, and may free what they wait for. */
  runsInOverload?: true;
  run(services: Services): Promise<number>;
}

/** Most urgent first. */
export const jobs: readonly Job[] = [
  { name: "deliver-webhooks", run: deliverDue },
  { name: "write-leave-mails", run: writeLeaveMails },
  { name: "send-mails", run: sendDueMails },
  { name: "send-push-notifications", run: sendDuePushes },
  { name: "compose-notifications", run: composeDue },
  { name: "send-notifications", run: sendDueMessages },
  { name: "move-earlier-mails", run: moveEarlierMails },
  { name: "send-scheduled-reports", run: sendDueReports },
  { name: "make-report-downloads", run: makeDueDownloads },
  { name: "expire-leaves", everyMs: minute, run: expireLeaves },
  { name: "notify-lapses", everyMs: 10 * minute, run: notifyLapses },
  { name: "store-day-counts", everyMs: minute, run: storeDayCounts },
  { name: "warn-webhook-owners", everyMs: minute, run: warnOwners },
  { name: "rotate-signing-keys", everyMs: minute, run: rotateDueSigningKeys },
  { name: "delete-old-deliveries", everyMs: 10 * minute, run: deleteOldDeliveries },
  { name: "delete-old-mails", everyMs: 10 * minute, run: deleteOldMails },
  { name: "delete-old-decision-links", everyMs: hour, run: deleteOldLinks },
  { name: "delete-old-occurrences", everyMs: hour, run: sweepOccurrences },
  { name: "delete-old-report-downloads", everyMs: 10 * minute, run: deleteOldDownloads },
  { name: "clean-up-oauth", everyMs: 10 * minute, run: cleanUpOauth },
  { name: "delete-expired-signin", everyMs: hour, run: deleteExpiredSignin },
  { name: "delete-old-sign-in-attempts", everyMs: hour, run: deleteOldAttempts },
  { name: "check-email-domains", everyMs: hour, run: checkDomains },
  { name: "warn-of-connection-expiry", everyMs: hour, run: warnOfExpiry },
  {
    name: "delete-full-throttles",
    everyMs: 10 * minute,
    run: (services) => deleteFullThrottles(services, services.clock()),
  },
  { name: "warn-of-quota", everyMs: minute, run: warnOfQuota },
  { name: "delete-expired-audit", everyMs: hour, run: deleteExpiredAudit },
  { name: "delete-expired-leave", everyMs: hour, run: deleteExpiredLeave },
  { name: "delete-ended-access", everyMs: hour, run: deleteEndedAccess },
  { name: "delete-ended-hooks", everyMs: hour, run: deleteEndedHooks },
  { name: "delete-ended-devices", everyMs: hour, run: deleteEndedDevices },
  { name: "delete-ended-feeds", everyMs: hour, run: deleteEndedFeeds },
  { name: "delete-ended-secrets", everyMs: day, run: deleteEndedSecrets },
  { name: "record-missed-identities", everyMs: hour, run: recordMissedIdentities },
  { name: "delete-old-requests", everyMs: 10 * minute, run: deleteOldRequests },
];
