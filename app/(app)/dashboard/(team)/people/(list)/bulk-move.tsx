"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { asked } from "@/app/_kit/list/evidence";
import { useTRPCClient } from "@/app/_trpc/client";
import { BulkAsk, type BulkDialog } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-ask";
import { BulkOutcome } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-outcome";
import { BulkProgress } from "@/app/(app)/dashboard/(team)/people/(list)/bulk-progress";
import { useBulkRun } from "@/app/(app)/dashboard/(team)/people/(list)/use-bulk-run";
import type { AppRouter } from "@/server/api/trpc";

type Wanted = Omit<inferRouterInputs<AppRouter>["people"]["change"], "attempt">;
export type Change = Wanted["change"];

/** The preview of a bulk change of department, location, labels or access, and a button to apply it. */
export function BulkMove({
  selection: { select },
  change,
  onBusy,
  onDone,
  onClose,
}: BulkDialog & { change: Change | null }) {
  const t = useTranslations("people.bulk");
  const { people } = useTRPCClient();
  const preview = useQuery({
    ...asked,
    queryKey: ["people", "preview", change],
    queryFn: change ? () => people.previewChange.mutate({ select, change }) : skipToken,
  });
  const run = useBulkRun({
    begin: async (attempt, wanted: Wanted) =>
      (await people.change.mutate({ attempt, ...wanted })).operationId,
    ask: (operationId) => people.changeStanding.query({ operationId }),
    onBusy,
    onDone,
  });
  if (run.state !== "idle") {
    const outcome = run.result ? <BulkOutcome outcome={run.result} /> : null;
    return <BulkProgress {...{ run, outcome, onClose }} label={t("running")} />;
  }
  const isLeaving = change?.deactivate === true;
  const count = change ? (preview.data?.changedCount ?? 0) : 0;
  return (
    <div className="flex flex-col gap-4">
      {isLeaving ? <p>{t("deactivateText")}</p> : null}
      <BulkAsk
        preview={preview}
        isAsked={change !== null}
        found={change && preview.data ? <BulkOutcome outcome={preview.data} would /> : null}
        label={t(isLeaving ? "goDeactivate" : "go", { count })}
        variant={isLeaving ? "danger" : "primary"}
        isReady={count > 0}
        onGo={change ? () => void run.start({ select, change }) : undefined}
      />
    </div>
  );
}
