"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { Meter } from "@/app/_ui/meter";
import type { useBulkRun } from "@/app/(web)/dashboard/people/(list)/use-bulk-run";
import { shownError } from "@/app/(web)/dashboard/shown-error";

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
