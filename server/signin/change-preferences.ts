import { userSettings } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { personOf } from "./person-of";
import type { Preferences, PreferencesChange } from "./schema";

/** Changes the acting person's page preferences. Concurrent changes of different fields do not overwrite each other. */
export async function changePreferences(ctx: Ctx, change: PreferencesChange): Promise<Preferences> {
  const { workspaceId, userId } = personOf(ctx);
  const updatedAt = ctx.now();
  const [row] = await ctx.db
    .insert(userSettings)
    .values({ workspaceId, userId, ...change, updatedAt })
    .onConflictDoUpdate({
      target: [userSettings.workspaceId, userSettings.userId],
      set: { ...change, updatedAt },
    })
    .returning({
      language: userSettings.language,
      timeZone: userSettings.timeZone,
      singleKeyShortcuts: userSettings.singleKeyShortcuts,
    });
  if (!row) throw new Error("an upsert gave no row");
  return row;
}
