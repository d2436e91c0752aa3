"use client";

import { useFormatter, useTranslations } from "next-intl";

interface Filters {
  locationIds: readonly string[];
  departmentIds: readonly string[];
  labelIds: readonly string[];
}

/** "Everyone", or "2 locations and 1 label" */
export function useAudienceWords(): (filters: Filters) => string {
  const t = useTranslations("notifications.audience");
  const format = useFormatter();
  return ({ locationIds, departmentIds, labelIds }) => {
    const parts = [
      { count: locationIds.length, word: "locations" },
      { count: departmentIds.length, word: "departments" },
      { count: labelIds.length, word: "labels" },
    ] as const;
    const named = parts.filter(({ count }) => count > 0).map(({ count, word }) => t(word, { count }));
    return named.length > 0 ? format.list(named, "all") : t("everyone");
  };
}
