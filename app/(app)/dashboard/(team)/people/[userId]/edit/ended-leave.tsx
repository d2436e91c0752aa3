"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { AlertDialog } from "@/app/_kit/ui/alert-dialog";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { AppRouter } from "@/server/api/trpc";

export type EndedLeave = inferRouterOutputs<AppRouter>["leaves"]["previewEmployment"];

/** Asks whether leave may end with the employment, if there is any: the function to call, and the dialog. */
export function useEndedLeave() {
  const t = useTranslations("people.edit.ended");
  const [leave, setLeave] = useState<EndedLeave | null>(null);
  const answer = useRef<(yes: boolean) => void>(() => undefined);
  const answered = (yes: boolean) => {
    answer.current(yes);
    setLeave(null);
  };
  const confirm = (ended: EndedLeave): Promise<boolean> => {
    if (ended.length === 0) return Promise.resolve(true);
    setLeave(ended);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const dialog = (
    <AlertDialog
      open={leave !== null}
      onOpenChange={(open) => (open ? undefined : answered(false))}
      title={t("title", { count: leave?.length ?? 0 })}
      confirmLabel={t("submit")}
      cancelLabel={t("keep")}
      onConfirm={() => void answered(true)}
    >
      <p>{t("text")}</p>
      <EndedList leave={leave ?? []} />
    </AlertDialog>
  );
  return { confirm, dialog, isAsked: leave !== null };
}

function EndedList({ leave }: { leave: EndedLeave }) {
  const t = useTranslations("people.edit.ended");
  const dates = useLeaveDates();
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard
      tabIndex={0}
      aria-label={t("label")}
      className="mt-3 max-h-60 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 text-fg"
    >
      <ul className="flex flex-col gap-1">
        {leave.map(({ id, leaveTypeName, rest, ...time }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-medium">{t("leave", { type: leaveTypeName, dates: dates(time) })}</span>{" "}
            <span>{rest ? t("rest", { dates: dates(rest) }) : t("cancelled")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
