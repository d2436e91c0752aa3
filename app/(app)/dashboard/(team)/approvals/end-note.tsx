"use client";

import { CircleAlert, Info } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import type { Row } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import { useDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { useEndWords } from "@/app/(app)/dashboard/(team)/approvals/decisions/use-end-words";
import { kindOf } from "@/app/(app)/dashboard/(team)/approvals/request";
import { amountOf } from "@/server/kernel/time/amount";

/** In a row: what became of its decision so far. */
export const DecisionNote = ({ row }: { row: Row }) =>
  row.held ? <HeldNote row={row} /> : <EndNote row={row} />;

/** In a row: that its decision is not sent yet, and the way back. The notification says it aloud. */
function HeldNote({ row: { request, held } }: { row: Row }) {
  const t = useTranslations("approvals");
  const common = useTranslations("common");
  const { undo } = useDecisions();
  if (!held) return null;
  return (
    <div
      data-held
      data-outcome=""
      className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 font-medium"
    >
      {t(`${kindOf(request)}${held === "approve" ? "approving" : "denying"}`)}
      <Button size="sm" aria-label={t("undoOf", { name: request.userName })} onClick={undo}>
        {common("undo")}
      </Button>
    </div>
  );
}

/** In a row: why a decision failed, and what the user can do. */
export function EndNote({ row: { request, end, standing, isOpen } }: { row: Row }) {
  const t = useTranslations("approvals");
  const leaves = useTranslations("leaves");
  const wordsOf = useEndWords();
  const dates = useLeaveDates();
  const { retry, forget } = useDecisions();
  if (!end) return null;
  const { userName: name } = request;
  const before = end.decision.request;
  const isFault = end.kind === "unsent" || standing === null;
  const Icon = isFault ? CircleAlert : Info;
  const isOther =
    dates(before) !== dates(request) || before.durationWorkingDays !== request.durationWorkingDays;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p
        role={isFault ? "alert" : "status"}
        data-outcome={isOpen ? undefined : ""}
        className={
          isFault ? "flex items-start gap-1.5 text-danger-text" : "flex items-start gap-1.5 font-medium"
        }
      >
        <Icon aria-hidden className="mt-0.75 size-3.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {wordsOf(end)}
          {standing?.state === "CHANGED" && isOpen && isOther ? (
            <span className="block font-normal text-muted">
              {t("before", {
                dates: dates(before),
                days: leaves("days", amountOf(before.durationWorkingDays, before.hours)),
              })}
            </span>
          ) : null}
        </span>
      </p>
      {end.kind === "unsent" ? (
        <Button size="sm" aria-label={t("againOf", { name })} onClick={() => retry(request.id)}>
          {t("again")}
        </Button>
      ) : isOpen ? null : (
        <Button size="sm" aria-label={t("dismissOf", { name })} onClick={() => forget(request.id)}>
          {t("dismiss")}
        </Button>
      )}
    </div>
  );
}
