import { type SQL, sql } from "drizzle-orm";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { users } from "@/drizzle/schema/people";
import { userSettings } from "@/drizzle/schema/signin";
import type { NotificationLocale } from "@/drizzle/schema/values";

/**
 * The language in which a person is written to: the one chosen for mails, else that of the pages, else English (decision 12.6). A column of
 * any query that reads `users`.
 */
export const mailLanguage: SQL<NotificationLocale> = sql<NotificationLocale>`coalesce(
  (select ${mailPreferences.language} from ${mailPreferences}
    where ${mailPreferences.workspaceId} = ${users.workspaceId} and ${mailPreferences.userId} = ${users.id}),
  (select ${userSettings.language} from ${userSettings}
    where ${userSettings.workspaceId} = ${users.workspaceId} and ${userSettings.userId} = ${users.id}),
  'en')`;
