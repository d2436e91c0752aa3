import { callsOf } from "./call.js";
import { Resources } from "./generated/resources.js";
import { table } from "./generated/table.js";
import type { TimeawayOptions } from "./options.js";
import { senderOf } from "./send.js";
import { unwrapWebhook } from "./unwrap.js";

/** The REST API of one Timeaway installation, with one key. */
export class Timeaway extends Resources {
  declare readonly webhooks: Resources["webhooks"] & { unwrap: typeof unwrapWebhook };

  /** @throws TypeError for a missing key or a baseUrl that is not absolute */
  constructor(options: TimeawayOptions) {
    super();
    const calls = callsOf(table, senderOf(options));
    Object.assign(this, calls, { webhooks: { ...calls.webhooks, unwrap: unwrapWebhook } });
  }
}
