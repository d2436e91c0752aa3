import type { useTranslations } from "next-intl";
import type { Visibility } from "@/drizzle/schema/values";
import type { Actor } from "@/server/access/actor";
import { colleaguesShown } from "@/server/access/sight";

type ConsentWords = ReturnType<typeof useTranslations<"consent">>;
export type Viewer = Pick<Actor, "role" | "locationIds" | "departmentIds">;

/** What the user sees, and so what an app sees when it looks things up for them: the people they reach, and colleagues by Sight. */
export function sightWords(t: ConsentWords, viewer: Viewer, visibility: Visibility): string {
  const colleagues = colleaguesShown(viewer, visibility);
  if (!colleagues) return reachWords(t, viewer);
  const reach = viewer.role === "USER" ? t("reach.SELF") : reachWords(t, viewer);
  return t(`sight.${colleagues}`, { reach });
}

function reachWords(t: ConsentWords, { role, locationIds, departmentIds }: Viewer): string {
  switch (role) {
    case "LOCATION_ADMIN":
      return t("reach.LOCATION_ADMIN", { count: locationIds.length });
    case "APPROVER":
      return t("reach.APPROVER", { count: departmentIds.length });
    default:
      return t(`reach.${role}`);
  }
}
