"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel, type ShownError } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";

/** Leads to Today and ends the setup guide. The settings still show what is missing. */
export function EndSetup({ isComplete }: { isComplete: boolean }) {
  const t = useTranslations("setup.guide");
  const calls = useTRPCClient();
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [error, setError] = useState<ShownError | null>(null);
  const end = () =>
    start(async () => {
      try {
        await calls.workspace.endSetup.mutate();
        router.refresh();
      } catch (thrown) {
        setError(shownError(thrown));
      }
    });
  return (
    <div className="flex flex-col items-start gap-3">
      {error ? <ErrorPanel error={error} /> : null}
      <Button
        variant={isComplete ? "primary" : "ghost"}
        className={isComplete ? "" : "-ms-3"}
        pending={isPending}
        onClick={end}
      >
        {t(isComplete ? "finish" : "leave")}
      </Button>
      {isComplete ? null : <p className="text-muted text-xs">{t("leaveText")}</p>}
    </div>
  );
}
