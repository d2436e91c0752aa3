import type { Subscriber } from "@/server/modules/integrations/events/subscribers";
import { recordReceipt, reopenWithoutFile } from "./record-receipt";
import { settleByRules } from "./settle-by-rules";

/** How certificates react to the rules and the files of leave. */
export const certificateSubscriber: Subscriber = {
  certificatesJudged: settleByRules,
  fileAdded: recordReceipt,
  fileDeleted: reopenWithoutFile,
};
