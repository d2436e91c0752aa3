"use client";

import { useTranslations } from "next-intl";
import type { PeopleReport } from "@/app/(app)/dashboard/(settings)/settings/import/use-import";

const kinds = ["yearlyDays", "daysLeft", "workPatterns"] as const;

/** How many people get days and working patterns of their own. */
export function SetBeside({ set }: Pick<PeopleReport, "set">) {
  const t = useTranslations("import.checked");
  const shown = kinds.filter((kind) => set[kind] > 0);
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      {shown.map((kind) => (
        <p key={kind}>{t("set", { kind, count: set[kind] })}</p>
      ))}
    </div>
  );
}
