import type { CustomFetch } from "openid-client";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import {
  createSender,
  type GuardedSender,
  type SenderOptions,
} from "@/server/modules/integrations/webhooks/sender";

/** Timeout of one request to an identity provider, from resolving its name to the end of the response. */
const answerWithinMs = 5 * second;
const maxResponseBytes = 256 * 1024;

const senders = new WeakMap<Services, GuardedSender>();

/**
 * The sender of requests to identity providers: the webhook sender, whose guard refuses every address that is not public, and follows no
 * redirect (decision 2.7). Hosts in WEBHOOK_ALLOW_HOSTS pass here, too.
 * @param options of the first call; a test resolves names itself
 */
function providerSender(services: Services, options: Partial<SenderOptions> = {}): GuardedSender {
  const known = senders.get(services);
  if (known) return known;
  const sender = createSender({
    allowHosts: services.settings.webhookAllowHosts,
    totalTimeoutMs: answerWithinMs,
    maxResponseBytes,
    ...options,
  });
  senders.set(services, sender);
  services.beforeClose.push(() => sender.close());
  return sender;
}

/** The identity provider did not answer, or not as an answer of a protocol can look. */
export class UnreachableError extends Error {
  override name = "UnreachableError";
}

const withoutBody = new Set([204, 205, 304]);

/** `fetch` for openid-client, through the guard. It uses the network: never call it in a transaction. */
export const fetchFromProvider =
  (services: Services): CustomFetch =>
  async (url, { method, headers, body }) => {
    const outcome = await providerSender(services).request(url, {
      method: method === "POST" ? "POST" : "GET",
      headers: { ...headers, "user-agent": "Timeaway/2" },
      body: body ? String(body) : null,
    });
    const { httpStatus: status, isWhole, responseBody, responseHeaders } = outcome;
    if (status === null) throw new UnreachableError(outcome.message ?? "No response.");
    if (!isWhole) throw new UnreachableError("The response is too large or too slow.");
    const content = withoutBody.has(status) ? null : new Uint8Array(responseBody ?? []);
    return new Response(content, { status, headers: responseHeaders ?? {} });
  };
