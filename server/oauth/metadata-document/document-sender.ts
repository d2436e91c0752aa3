import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import {
  createSender,
  type GuardedSender,
  type SenderOptions,
} from "@/server/modules/integrations/webhooks/sender";

/** Timeout from resolving the name to the end of the document. */
const documentWithinMs = 5 * second;

const senders = new WeakMap<Services, GuardedSender>();

/**
 * The fetcher of metadata documents: the webhook sender, whose guard refuses every address that is not public. Hosts in WEBHOOK_ALLOW_HOSTS
 * pass here, too.
 * @param options of the first call; a test trusts its own certificate and resolves names itself
 */
export function documentSender(services: Services, options: Partial<SenderOptions> = {}): GuardedSender {
  const known = senders.get(services);
  if (known) return known;
  const { webhookAllowHosts } = services.settings;
  const sender = createSender({
    allowHosts: webhookAllowHosts,
    totalTimeoutMs: documentWithinMs,
    ...options,
  });
  senders.set(services, sender);
  services.beforeClose.push(() => sender.close());
  return sender;
}
