import { encodeId } from "@/server/kernel/schema";

/** Where a message leads: addresses of the app. */
export interface Links {
  /** Who is away, in the app. */
  app: string;
  /** Where the message is changed or stopped; open to its owner and administrators. */
  settings: string;
}

/** @param notificationId null for a draft that is not saved: then the list of notifications stands for it */
export function linksOf(appUrl: string, notificationId: string | null): Links {
  const list = `${appUrl}/dashboard/open-api/notifications`;
  return {
    app: `${appUrl}/dashboard`,
    settings: notificationId === null ? list : `${list}/${encodeId("notification", notificationId)}`,
  };
}
