"use client";

import { useTranslations } from "next-intl";
import type { PeopleReport } from "@/app/(web)/dashboard/settings/import/use-import";

const kinds = ["yearlyDays", "daysLeft", "workPatterns"] as const;

/** How many people get days and working patterns of their own. */
export function SetBeside({ set }: Pick<PeopleReport, "set">) {
  const t = useTranslations("import.checked");
  return kinds.map((kind) =>
    set[kind] === 0 ? null : <p key={kind}>{t("set", { kind, count: set[kind] })}</p>,
  );
}
