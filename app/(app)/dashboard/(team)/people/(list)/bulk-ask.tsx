"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { EvidenceQuery } from "@/app/_kit/list/evidence";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { DialogClose } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import type { Selection } from "@/app/(app)/dashboard/(team)/people/(list)/selection";

/** The props of a bulk dialog. */
export type BulkDialog = {
  selection: Selection;
  /** An operation is running: the dialog stays open. */
  onBusy: (busy: boolean) => void;
  /** Called after a change. */
  onDone: () => void;
  onClose: () => void;
};

type Props = {
  preview: EvidenceQuery<unknown> & { isPending: boolean };
  /** The fields are complete enough to request a preview. */
  isAsked: boolean;
  /** The preview, once loaded. */
  found: ReactNode;
  /** The text while the preview loads. */
  looking?: string;
  label: string;
  variant?: "primary" | "danger";
  isReady: boolean;
  /** Omitted if the button submits the surrounding form. */
  onGo?: () => void;
};

/** The preview of a bulk change, with the buttons to confirm or cancel. */
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
