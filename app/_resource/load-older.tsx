"use client";

import { useTranslations } from "next-intl";
import type { useOlder } from "@/app/_resource/use-older";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";

export type LoadOlderProps = ReturnType<typeof useOlder>["older"];

/** Below a list of useOlder: the button that asks for more, or why they did not come. */
export function LoadOlder({ hasOlder, loading, error, load }: LoadOlderProps) {
  if (error) return <ErrorPanel error={shownError(error)} retrying={loading} onRetry={load} />;
  return hasOlder ? <OlderButton loading={loading} load={load} /> : null;
}

function OlderButton({ loading, load }: Pick<LoadOlderProps, "loading" | "load">) {
  const t = useTranslations("common.pager");
  const ref = useHandOverFocus<HTMLDivElement>();
  return (
    <div ref={ref}>
      <Button pending={loading} onClick={load}>
        {t("older")}
      </Button>
    </div>
  );
}
