"use client";

import { useTranslations } from "next-intl";
import type { useOlder } from "@/app/_kit/list/use-older";
import { shownError } from "@/app/_kit/page/shown-error";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";

export type LoadOlderProps = ReturnType<typeof useOlder>["older"] & {
  /** The button's label, where the next rows are not older. */
  label?: string;
};

/** Below a list of useOlder: the button that loads more, or the error. */
export function LoadOlder({ hasOlder, loading, error, load, label }: LoadOlderProps) {
  if (error) return <ErrorPanel error={shownError(error)} retrying={loading} onRetry={load} />;
  return hasOlder ? <OlderButton {...{ loading, load, label }} /> : null;
}

function OlderButton({ loading, load, label }: Pick<LoadOlderProps, "loading" | "load" | "label">) {
  const t = useTranslations("common.pager");
  const ref = useHandOverFocus<HTMLDivElement>();
  return (
    <div ref={ref}>
      <Button pending={loading} onClick={load}>
        {label ?? t("older")}
      </Button>
    </div>
  );
}
