import { and, eq, type SQL, sql } from "drizzle-orm";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { users } from "@/drizzle/schema/people";
import { userSettings } from "@/drizzle/schema/signin";
import type { NotificationLocale } from "@/drizzle/schema/values";
import type { Whole } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";

const languageWithin = (of?: Whole) => sql<NotificationLocale>`coalesce(
  (select ${mailPreferences.language} from ${mailPreferences}
    where ${and(of && scoped(of, mailPreferences).within, eq(mailPreferences.workspaceId, users.workspaceId))}
      and ${mailPreferences.userId} = ${users.id}),
  (select ${userSettings.language} from ${userSettings}
    where ${and(of && scoped(of, userSettings).within, eq(userSettings.workspaceId, users.workspaceId))}
      and ${userSettings.userId} = ${users.id}),
  'en')`;

/**
 * The language in which a person is written to: the one chosen for mails, else that of the pages, else English (decision 12.6). A column of
 * any query that reads `users`.
 */
export const mailLanguage: SQL<NotificationLocale> = languageWithin();

/** The same where each table of the query is limited to its workspace. */
export const mailLanguageIn = (whole: Whole): SQL<NotificationLocale> => languageWithin(whole);
