"use client";

import { useTranslations } from "next-intl";
import { Note } from "@/app/_kit/ui/note";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { GivenPatterns, PatternEffect } from "@/app/(app)/dashboard/(team)/people/patterns";
import { toTenths } from "@/server/kernel/time/amount";

type Props = {
  given: Pick<GivenPatterns, "leaveTypes">;
  effect: PatternEffect | null;
  state: "empty" | "loading" | "failed" | "shown";
};

/** The leave whose days change, and overdrawn balances; announced once known. */
export function EffectOf({ given, effect, state }: Props) {
  const t = useTranslations("people.pattern.effect");
  const dates = useLeaveDates();
  const nameOf = (id: string) => given.leaveTypes.find((type) => type.id === id)?.name ?? "";
  return (
    <div role="status" aria-busy={state === "loading"} className="mt-3 flex flex-col gap-2">
      {state === "shown" && effect ? (
        <>
          <p>
            {effect.recountedLeaves.length === 0
              ? t("none")
              : t("some", { count: effect.recountedLeaves.length })}
          </p>
          <ul className="max-h-48 overflow-y-auto text-fg">
            {effect.recountedLeaves.map((leave) => (
              <li key={leave.leaveId} className="flex flex-wrap justify-between gap-x-4">
                <span className="wrap-anywhere">
                  {t("leave", { type: nameOf(leave.leaveTypeId), dates: dates(leave) })}
                </span>
                <span className="tabular-nums">
                  {t("days", { from: leave.workingDaysBefore, to: leave.workingDaysAfter })}
                </span>
              </li>
            ))}
          </ul>
          {effect.shortfalls.map(({ leaveTypeId, missing }) => (
            <Note key={leaveTypeId} tone="danger">
              {t("short", { type: nameOf(leaveTypeId), days: toTenths(missing) })}
            </Note>
          ))}
        </>
      ) : (
        <p className="text-muted">{t(state === "shown" ? "loading" : state)}</p>
      )}
    </div>
  );
}
