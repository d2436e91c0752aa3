import { encodeId } from "@/server/kernel/schema";

/** A message's links into the app. */
export interface Links {
  /** The absences, in the app. */
  app: string;
  /** Where the message is changed or stopped; open to its owner and administrators. */
  settings: string;
}

/** @param notificationId null for an unsaved draft: the link then opens the list of notifications */
export function linksOf(appUrl: string, notificationId: string | null): Links {
  const list = `${appUrl}/dashboard/open-api/notifications`;
  return {
    app: `${appUrl}/dashboard`,
    settings: notificationId === null ? list : `${list}/${encodeId("notification", notificationId)}`,
  };
}
