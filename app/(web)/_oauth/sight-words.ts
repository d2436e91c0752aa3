import type { useTranslations } from "next-intl";
import type { Actor } from "@/server/access/actor";

type ConsentWords = ReturnType<typeof useTranslations<"consent">>;

/** What the person sees, and so what an app sees that looks things up for them. */
export function reachWords(t: ConsentWords, { role, locationIds, departmentIds }: Actor): string {
  switch (role) {
    case "LOCATION_ADMIN":
      return t("reach.LOCATION_ADMIN", { count: locationIds.length });
    case "APPROVER":
      return t("reach.APPROVER", { count: departmentIds.length });
    default:
      return t(`reach.${role}`);
  }
}
