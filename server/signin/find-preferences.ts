import { eq, sql } from "drizzle-orm";
import { userSettings } from "@/drizzle/schema/signin";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { defaultPreferences, type Preferences } from "./schema";

/** The language of the pages that a user has chosen, of a query that reads their settings. */
export const chosenLanguage = userSettings.language;

const settingsOfUser = preparedBy((db) =>
  scoped(givenWorkspace, userSettings)
    .select(db, {
      language: chosenLanguage,
      timeZone: userSettings.timeZone,
      singleKeyShortcuts: userSettings.singleKeyShortcuts,
    })
    .where(eq(userSettings.userId, sql.placeholder("userId")))
    .prepare("settings_of_user"),
);

/** A person's page preferences, or the defaults. */
export async function findPreferences(
  { db }: Pick<Services, "db">,
  person: { workspaceId: string; userId: string },
): Promise<Preferences> {
  const [row] = await settingsOfUser(db).execute({ workspaceId: person.workspaceId, userId: person.userId });
  return row ?? defaultPreferences;
}
