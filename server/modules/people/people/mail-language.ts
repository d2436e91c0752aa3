import { type SQL, sql } from "drizzle-orm";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { users } from "@/drizzle/schema/people";
import { userSettings } from "@/drizzle/schema/signin";
import type { NotificationLocale } from "@/drizzle/schema/values";
import type { Extent } from "@/server/access/extent";
import { everyWorkspace } from "@/server/access/reach";
import { sameWorkspace } from "@/server/access/scoped";

/**
 * The language in which a person is written to: the one chosen for mails, else that of the pages, else English (decision 12.6). A column of
 * a query that reads `users` within the scope.
 */
export const mailLanguageOf = (scope: Extent): SQL<NotificationLocale> =>
  sql<NotificationLocale>`${sql`coalesce(
  (select ${mailPreferences.language} from ${mailPreferences}
    where ${sameWorkspace(scope, mailPreferences, users)} and ${mailPreferences.userId} = ${users.id}),
  (select ${userSettings.language} from ${userSettings}
    where ${sameWorkspace(scope, userSettings, users)} and ${userSettings.userId} = ${users.id}),
  'en')`}`;

/** `mailLanguageOf` of a query on people of several workspaces. */
export const mailLanguage = mailLanguageOf(everyWorkspace("the person's row decides"));
