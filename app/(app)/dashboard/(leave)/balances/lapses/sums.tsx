"use client";

import { useTranslations } from "next-intl";
import { useAddress } from "@/app/_kit/list/use-address";
import { cn } from "@/app/_kit/ui/class-names";
import type { LapsesFound } from "@/app/(app)/dashboard/(leave)/balances/lapses/lapses-list";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";

type Props = { sums: LapsesFound["sums"]; shown: LapsesFound["leaveType"] };

/** The days of each leave type, whatever type the list shows: each shows its own. */
export function Sums({ sums, shown }: Props) {
  const t = useTranslations("lapses");
  const { change } = useAddress();
  if (sums.length === 0) return null;
  return (
    <ul aria-label={t("sums")} className="flex flex-wrap gap-2">
      {sums.map(({ leaveTypeId, leaveTypeName, leaveTypeColor, days, peopleCount }) => (
        <li key={leaveTypeId} className="max-w-full">
          <button
            type="button"
            aria-pressed={leaveTypeId === shown}
            onClick={() => change({ leaveType: leaveTypeId })}
            className={cn(
              "flex max-w-full flex-wrap items-center gap-x-2 rounded-lg border bg-surface px-3 py-1.5 text-start transition-colors hover:bg-hover pointer-coarse:min-h-11",
              leaveTypeId === shown ? "border-accent" : "border-line",
            )}
          >
            <TypeName name={leaveTypeName} color={leaveTypeColor} />
            <span className="text-muted tabular-nums">{t("sum", { days, people: peopleCount })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
