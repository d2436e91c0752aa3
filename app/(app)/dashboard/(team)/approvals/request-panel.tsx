"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { SidePanel } from "@/app/_kit/list/side-panel";
import { DetailsSkeleton } from "@/app/_kit/page/page-skeleton";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { DecideButtons } from "@/app/(app)/dashboard/(team)/approvals/decide-buttons";
import type { Row } from "@/app/(app)/dashboard/(team)/approvals/decisions/rows";
import { RequestFacts } from "@/app/(app)/dashboard/(team)/approvals/request-facts";
import type { useContexts } from "@/app/(app)/dashboard/(team)/approvals/use-requests";
import type { Choices } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";

// Rendered once its data has arrived, which takes longer than its code.
const ContextView = dynamic(
  () => import("@/app/(app)/dashboard/(team)/approvals/context-view").then(({ ContextView: View }) => View),
  { loading: () => <Loading /> },
);

type Props = {
  /** The request, if it is in the queue. */
  row: Row | null;
  contexts: ReturnType<typeof useContexts>;
  /** The deciding user. */
  self: string;
  leaveTypes: Choices["leaveTypes"];
  /** The URL names it. Otherwise it only shows on a wide screen, beside the queue. */
  isAsked: boolean;
  /** It may be on a later page of the queue, which is still loading. */
  isSought: boolean;
  /** Whether keys decide this request, not a selection. */
  hasKeys: boolean;
  /** Below its row on a narrow screen, instead of beside the queue. */
  isInRow?: boolean;
  onClose: () => void;
};

/** The chosen request beside the queue or below its row, with the context of its decision. */
export function RequestPanel({
  row,
  contexts,
  self,
  leaveTypes,
  isAsked,
  isSought,
  hasKeys,
  isInRow = false,
  onClose,
}: Props) {
  const t = useTranslations("approvals");
  return (
    // What is not in the queue has no row to stand below.
    <div className={isInRow ? "lg:hidden" : isAsked && !row ? "max-lg:order-first" : "max-lg:hidden"}>
      <SidePanel
        label={t("context.label")}
        stays
        closeLabel={t("context.close")}
        loadingLabel={t("context.loading")}
        onClose={onClose}
        query={{
          data: isSought ? undefined : { row },
          error: null,
          isFetching: false,
          refetch: () => undefined,
        }}
      >
        {({ row: shown }) =>
          shown ? (
            <div className="flex flex-col gap-4">
              <RequestFacts request={shown.request} isWhole isBelowRow={isInRow} />
              {shown.isOpen ? <DecideButtons request={shown.request} hasKeys={hasKeys} /> : null}
              <Context {...{ row: shown, contexts, self, leaveTypes }} />
            </div>
          ) : (
            <NotWaiting onClose={onClose} />
          )
        }
      </SidePanel>
    </div>
  );
}

type ContextProps = Pick<Props, "contexts" | "self" | "leaveTypes"> & { row: Row };

function Context({ row: { request }, contexts, self, leaveTypes }: ContextProps) {
  const { shown, error, isLoading, again } = contexts;
  const context = shown?.found.find(({ leaveId }) => leaveId === request.id);
  if (context) return <ContextView {...{ request, context, self, leaveTypes }} />;
  if (error) return <ErrorPanel error={shownError(error)} retrying={isLoading} onRetry={again} />;
  return isLoading ? <Loading /> : <Gone />;
}

/** It was decided after the queue was loaded. */
function Gone() {
  const t = useTranslations("approvals.context");
  return (
    <p role="status" className="text-muted">
      {t("gone")}
    </p>
  );
}

function Loading() {
  const t = useTranslations("approvals.context");
  return <DetailsSkeleton label={t("loading")} />;
}

function NotWaiting({ onClose }: Pick<Props, "onClose">) {
  const t = useTranslations("approvals.context");
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <h2 className="font-semibold">{t("gone")}</h2>
        <p className="mt-1 text-muted">{t("goneText")}</p>
      </div>
      <Button onClick={onClose}>{t("back")}</Button>
    </div>
  );
}
