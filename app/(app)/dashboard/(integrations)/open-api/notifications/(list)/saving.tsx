"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { Spinner } from "@/app/_kit/ui/spinner";

/** "Saving… (operation operation-…)" */
export function Saving({ operationId }: { operationId: string }) {
  const t = useTranslations("notifications.pending");
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-normal text-muted text-xs">
      <Spinner />
      <span className="min-w-0 wrap-anywhere">{t("saving", { id: operationId })}</span>
      <CopyButton iconOnly value={operationId} label={t("copy")} />
    </span>
  );
}
