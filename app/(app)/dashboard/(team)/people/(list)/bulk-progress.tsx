"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Meter } from "@/app/_kit/ui/meter";
import type { useBulkRun } from "@/app/(app)/dashboard/(team)/people/(list)/use-bulk-run";

type Props = {
  run: Pick<ReturnType<typeof useBulkRun>, "state" | "progress" | "failure">;
  label: string;
  outcome: ReactNode;
  onClose: () => void;
};

/** The progress and the outcome of a bulk operation. */
export function BulkProgress({ run: { state, progress, failure }, label, outcome, onClose }: Props) {
  const t = useTranslations("people.bulk");
  const { done, total } = progress;
  return (
    <div className="flex flex-col gap-4">
      {state === "running" ? (
        <Meter
          label={label}
          value={done}
          max={Math.max(total, 1)}
          valueText={t("progress", { done, total })}
        />
      ) : null}
      <div role="status">{outcome}</div>
      {failure ? <ErrorPanel error={shownError(failure)} /> : null}
      <div className="flex justify-end">
        <Button
          variant="primary"
          aria-disabled={state === "running" ? true : undefined}
          onClick={state === "running" ? undefined : onClose}
        >
          {t("close")}
        </Button>
      </div>
    </div>
  );
}
