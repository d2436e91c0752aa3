"use client";

import { useTranslations } from "next-intl";
import { DecideButtons } from "@/app/(app)/dashboard/(team)/approvals/decide-buttons";
import { ReasonDialog } from "@/app/(app)/dashboard/(team)/approvals/decisions/reason-dialog";
import { rowsOf } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import {
  DecisionsProvider,
  useDecisions,
} from "@/app/(app)/dashboard/(team)/approvals/decisions/use-decisions";
import { EndNote } from "@/app/(app)/dashboard/(team)/approvals/end-note";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";

type Props = { request: Request; isOwn: boolean };

/** "Approve" and "Deny" on the page of one leave: a list of one. */
export function DecideLeave(props: Props) {
  return (
    <DecisionsProvider isAlone>
      <ReasonDialog>
        <Waiting {...props} />
      </ReasonDialog>
    </DecisionsProvider>
  );
}

function Waiting({ request, isOwn }: Props) {
  const t = useTranslations("approvals");
  const { queue } = useDecisions();
  const [row] = rowsOf([request], queue);
  return (
    <div data-row={request.id} className="flex min-h-9 flex-col items-start justify-center gap-2">
      {row ? <EndNote row={row} /> : <p className="text-muted">{t("justDecided")}</p>}
      {row?.isOpen ? <DecideButtons request={request} isOwn={isOwn} /> : null}
    </div>
  );
}
