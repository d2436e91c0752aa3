"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import type { Selection } from "@/app/(app)/dashboard/(team)/approvals/approvals";
import type { Row } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import { useDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { needsLook } from "@/app/(app)/dashboard/(team)/approvals/request";

type Props = { rows: readonly Row[]; selection: Selection };

/** The bulk action for selected rows: approve them, if none has a warning or breaks a rule. */
export function SelectionBar({ rows, selection }: Props) {
  const t = useTranslations("approvals.selection");
  const { decide } = useDecisions();
  const selected = rows.filter(({ request }) => selection.ids.has(request.id)).map(({ request }) => request);
  const clean = selected.filter((request) => !needsLook(request));
  const [count, warned] = [selected.length, selected.length - clean.length];
  const text = (
    <>
      {count === 0 ? null : <span className="font-medium">{t("count", { count })}</span>}
      {warned === 0 ? null : <span className="block text-warning-text">{t("warned", { warned })}</span>}
    </>
  );
  return (
    <>
      {/* Rendered from the start: otherwise a screen reader would not announce the first selection. */}
      <p role="status" className="sr-only">
        {text}
      </p>
      {count === 0 ? null : (
        <section
          aria-label={t("label")}
          className="sticky bottom-20 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-raised px-4 py-2.5 shadow-overlay md:bottom-4 forced-colors:border"
        >
          <p className="min-w-0 grow basis-48">{text}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="ghost" onClick={() => selection.set([])}>
              {t("clear")}
            </Button>
            {warned === 0 ? (
              <Button
                variant="primary"
                onClick={() => {
                  selection.set([]);
                  decide(selected, "approve");
                }}
              >
                {t("approve", { count })}
              </Button>
            ) : clean.length > 0 ? (
              <Button onClick={() => selection.set(clean.map(({ id }) => id))}>
                {t("drop", { warned })}
              </Button>
            ) : null}
          </div>
        </section>
      )}
    </>
  );
}
