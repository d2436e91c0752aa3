"use client";

import { useTranslations } from "next-intl";
import { SelectionBar } from "@/app/_kit/list/selection-bar";
import { Button } from "@/app/_kit/ui/button";
import type { Row } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import { useDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { needsLook } from "@/app/(app)/dashboard/(team)/approvals/request";
import type { Selection } from "@/app/(app)/dashboard/(team)/approvals/use-selection";

type Props = {
  rows: readonly Row[];
  selection: Selection;
  /** Asks for the reason, then denies. */
  deny: () => void;
};

/**
 * The bulk actions for selected rows: deny them, with one reason, or approve them, if none has a warning or breaks a rule. The dialog of
 * the reason is the page's.
 */
export function DecideSelected({ rows, selection, deny }: Props) {
  const t = useTranslations("approvals.selection");
  const { decide } = useDecisions();
  const selected = rows.filter(({ request }) => selection.ids.has(request.id)).map(({ request }) => request);
  const clean = selected.filter((request) => !needsLook(request));
  const [count, warned] = [selected.length, selected.length - clean.length];
  const text = (
    <>
      {t("count", { count })}
      {warned === 0 ? null : (
        <span className="block font-normal text-warning-text">{t("warned", { warned })}</span>
      )}
    </>
  );
  return (
    <SelectionBar
      label={t("label")}
      text={count === 0 ? null : text}
      clear={{ label: t("clear"), act: () => selection.set([]) }}
    >
      {count < 2 ? null : <Button onClick={deny}>{t("deny", { count })}</Button>}
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
        <Button onClick={() => selection.set(clean.map(({ id }) => id))}>{t("drop", { warned })}</Button>
      ) : null}
    </SelectionBar>
  );
}
