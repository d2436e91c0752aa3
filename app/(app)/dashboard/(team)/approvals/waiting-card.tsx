"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/app/_kit/ui/card";
import { QuestionDialog } from "@/app/(app)/dashboard/(team)/approvals/ask-question";
import { DecideButtons } from "@/app/(app)/dashboard/(team)/approvals/decide-buttons";
import { ReasonDialog } from "@/app/(app)/dashboard/(team)/approvals/decisions/reason-dialog";
import { rowsOf } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import {
  DecisionsProvider,
  useDecisions,
} from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { DecisionNote } from "@/app/(app)/dashboard/(team)/approvals/end-note";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import { RequestFacts } from "@/app/(app)/dashboard/(team)/approvals/request-facts";
import { amountIn } from "@/server/kernel/time/amount";

type Props = {
  requests: readonly Request[];
  /** Total number of pending requests. */
  count: number;
  /** Whether there are more than `count`. */
  isMore: boolean;
  /** Maximum requests shown. */
  most: number;
  actions: ReactNode;
};

/** The first pending requests, each with its actions. Renders nothing without any. */
export function WaitingCard(props: Props) {
  return (
    <DecisionsProvider>
      <ReasonDialog>
        <QuestionDialog>
          <Waiting {...props} />
        </QuestionDialog>
      </ReasonDialog>
    </DecisionsProvider>
  );
}

function Waiting({ requests, count, isMore, most, actions }: Props) {
  const t = useTranslations("approvals");
  const { queue } = useDecisions();
  const rows = rowsOf(requests, queue, { showsHeld: true });
  if (rows.length === 0) return null;
  const decided = requests.length - rows.filter(({ isOpen }) => isOpen).length;
  // A truncated count stays as it is: decided requests cannot be subtracted from an unknown total.
  const left = isMore ? `${count}+` : String(Math.max(0, count - decided));
  return (
    <Card title={t("waiting", { count: left })} titleId="waiting" actions={actions}>
      <ul className="divide-y divide-line">
        {rows.slice(0, most).map((row) => (
          <li
            key={row.request.id}
            data-row={row.request.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 grow basis-64">
              <RequestFacts request={row.request} />
              {row.held ? null : <Consequence request={row.request} />}
              <DecisionNote row={row} />
            </div>
            {row.isOpen ? <DecideButtons request={row.request} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What an approval leaves, and who else is away then. */
function Consequence({
  request: { daysAfter, hoursPerDay, dayHours, away, isCancelling },
}: {
  request: Request;
}) {
  const t = useTranslations("approvals");
  const format = useFormatter();
  if (isCancelling) return null;
  const rest = away.count - away.names.length;
  const names = rest > 0 ? [...away.names, t("others", { count: rest })] : away.names;
  return (
    <p className="text-muted wrap-anywhere">
      {[
        ...(daysAfter === null || daysAfter < 0
          ? []
          : [t("leftAfter", amountIn(daysAfter, hoursPerDay, dayHours))]),
        away.count > 0
          ? t("awayThen", { count: away.count, names: format.list(names, "all") })
          : t("noneAwayThen"),
      ].join(" · ")}
    </p>
  );
}
