"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { EvidenceQuery } from "@/app/_resource/evidence";
import { Button } from "@/app/_ui/button";
import { DialogClose } from "@/app/_ui/dialog";
import { ErrorPanel } from "@/app/_ui/error-panel";
import type { Selection } from "@/app/(web)/dashboard/people/(list)/selection";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** What a dialog about many people is given. */
export type BulkDialog = {
  selection: Selection;
  /** It is being done: the dialog stays open. */
  onBusy: (busy: boolean) => void;
  /** Something was done. */
  onDone: () => void;
  onClose: () => void;
};

type Props = {
  preview: EvidenceQuery<unknown> & { isPending: boolean };
  /** Enough is filled in to ask what it would do. */
  isAsked: boolean;
  /** What it would do, once that is known. */
  found: ReactNode;
  /** Says that it is being worked out. */
  looking?: string;
  label: string;
  variant?: "primary" | "danger";
  isReady: boolean;
  /** Absent where the button submits the form around it. */
  onGo?: () => void;
};

/** What a change of many would do, and the buttons to do it or not. */
export function BulkAsk({
  preview,
  isAsked,
  found,
  looking,
  label,
  variant = "primary",
  isReady,
  onGo,
}: Props) {
  const t = useTranslations("people.bulk");
  return (
    <>
      {isAsked && preview.error ? (
        <ErrorPanel
          error={shownError(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      ) : null}
      <div role="status" className="min-h-10">
        {found}
        {isAsked && !found && !preview.error ? <p className="text-muted">{looking ?? t("looking")}</p> : null}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>{t("cancel")}</Button>
        </DialogClose>
        <Button
          type={onGo ? "button" : "submit"}
          variant={variant}
          aria-disabled={isReady ? undefined : true}
          onClick={isReady ? onGo : (event) => event.preventDefault()}
        >
          {label}
        </Button>
      </div>
    </>
  );
}
