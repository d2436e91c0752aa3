import webPush from "web-push";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import type { GuardedSender } from "@/server/modules/integrations/webhooks/sender";
import { openContent } from "@/server/modules/messaging/outbox/content";
import { refusalOf, unreadable } from "@/server/modules/messaging/outbox/send";
import { failed } from "@/server/modules/messaging/providers/outcome";
import type { ClaimedPush } from "./claim";
import { contactOf, maximumLifeMs } from "./policy";
import { outcomeOfPush, type PushOutcome } from "./push-outcome";
import { vapidKey } from "./vapid-key";

/** Passes one notification to the browser's push service, encrypted for the browser (RFC 8291). */
export async function sendPush(
  services: Services,
  push: ClaimedPush,
  sender: GuardedSender,
): Promise<PushOutcome> {
  const { settings, clock } = services;
  const { id, subject, content: sealed, device } = push;
  if (!settings.webPush) return failed("REFUSED", "Push notifications are switched off.");
  const refusal = refusalOf(services, push);
  if (refusal) return refusal;
  const content = sealed && openContent(settings, id, sealed);
  if (!content?.push) return unreadable;
  if (!device) return { kind: "gone" };
  const { path, topic } = content.push;
  const now = clock();
  const lifeMs = push.expiresAt ? push.expiresAt.getTime() - now.getTime() : maximumLifeMs;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    JSON.stringify({ title: subject, text: content.text, path, topic }),
    {
      vapidDetails: { subject: contactOf(settings), ...(await vapidKey(services)) },
      TTL: Math.ceil(lifeMs / second),
      urgency: "normal",
      topic,
    },
  );
  const answer = await sender.request(device.endpoint, {
    method: "POST",
    headers: textOf(headers),
    body: body ?? "",
  });
  return outcomeOfPush(answer, now);
}

/** The client writes the length itself. */
const textOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== "Content-Length")
      .map(([name, value]) => [name, String(value)]),
  );
