"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { Lines } from "@/app/(app)/dashboard/(leave)/request/effect-lines";
import type { LeavePreview } from "@/app/(app)/dashboard/(leave)/request/leave-of-form";

/** Who decides, as a sentence; null where nothing is said. */
export function useDeciders({ approval }: LeavePreview): string | null {
  const t = useTranslations("leaves.effect");
  const format = useFormatter();
  if (!approval) return null;
  if (!approval.required) return t("auto");
  const namesAt = (level?: number) =>
    approval.approvers.flatMap((one) => (level === undefined || one.level === level ? (one.name ?? []) : []));
  const names = namesAt();
  if (names.length === 0) return t("anyone");
  const either = (some: string[]) => format.list(some, "either");
  return approval.levels === 2
    ? t("levels", { first: either(namesAt(1)), second: either(namesAt(2)) })
    : t("decides", { names: either(names), count: names.length });
}

/** Who decides, and until when they are away. */
export function Approval({ preview }: { preview: LeavePreview }) {
  const t = useTranslations("leaves.effect");
  const dates = useLeaveDates();
  const who = useDeciders(preview);
  return (
    <Lines>
      {who}
      {preview.approval?.required
        ? preview.approval.approvers.map(({ name, awayUntil }) =>
            name && awayUntil
              ? t("away", { name, date: dates({ startDate: awayUntil, endDate: awayUntil }) })
              : null,
          )
        : null}
    </Lines>
  );
}
