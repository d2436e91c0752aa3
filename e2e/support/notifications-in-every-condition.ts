import { createNotification } from "./notification-api";
import { addPast } from "./notification-time";
import type { Workspace } from "./operator";

/** Ids of two of them. */
export interface NotificationsMade {
  daily: string;
  birthday: string;
}

/** Notifications in every condition, so that every badge and colour is on a page. */
export async function fillNotifications(workspace: Workspace): Promise<NotificationsMade> {
  const daily = await createNotification(workspace, "Stand-up", "DAILY");
  await createNotification(
    workspace,
    "Who of the whole engineering department is away next week, with a long name",
    "WEEKLY",
    {
      timezone: "America/Argentina/ComodRivadavia",
      destinations: [
        { platform: "email", addresses: ["ana@example.test", "bo@example.test"] },
        { platform: "slack", addresses: ["C0123456789"], channelName: "general" },
        { platform: "microsoft", addresses: ["19:abcdefghijklmnopqrstuvwxyz0123456789@thread.tacv2"] },
      ],
    },
  );
  const birthday = await createNotification(workspace, "Cakes", "BIRTHDAY", { enabled: false });
  await addPast(daily, [
    { daysAgo: 1, status: "sent", isLate: true, served: [{ address: "team@example.test" }] },
    {
      daysAgo: 2,
      status: "partly_sent",
      served: [
        { address: "team@example.test" },
        {
          address: "somebody-who-has-left-with-a-rather-long-address@example.test",
          error: "REFUSED",
          errorDetail: "550 5.1.1 The email account that you tried to reach does not exist.",
        },
      ],
    },
    { daysAgo: 3, status: "failed", served: [{ address: "team@example.test", error: "UNAVAILABLE" }] },
    { daysAgo: 4, status: "skipped", skipReason: "too_late" },
    { daysAgo: 5, status: "skipped", skipReason: "nobody" },
  ]);
  return { daily, birthday };
}
