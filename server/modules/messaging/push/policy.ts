import { addressOf } from "@/server/kernel/mail/mail";
import { day, minute } from "@/server/kernel/time/clock";

/** Maximum devices of a person; the one that was unused for longest makes room for another. */
export const maximumDevices = 10;

/** How long a device gets notifications after its last sign-in. Sessions last a month at most, so one in use is renewed. */
export const signedInForMs = 90 * day;

/** A push service keeps a notification for a device that is offline no longer than this: yesterday's news is in the app. */
export const maximumLifeMs = day;
export const testLifeMs = 10 * minute;

/** Tests that a person may send: five at once, then one a minute. */
export const testRate = { burst: 5, intervalMs: minute };

/** The operator's address for push services (RFC 8292, 2.1): they write to it when something is wrong. Apple refuses localhost. */
export function contactOf({ emailFrom, appUrl }: { emailFrom: string; appUrl: string }): string {
  const address = addressOf(emailFrom);
  return address.endsWith("@localhost") && appUrl.startsWith("https:") ? appUrl : `mailto:${address}`;
}
