"use client";

import { ErrorPanel } from "@/app/_ui/error-panel";
import { PageHeader } from "@/app/_ui/page-header";
import { shownCrash } from "@/app/_ui/shown-crash";

const TITLE = "Something went wrong";

/** What an `error.tsx` shows, inside whatever frame is still standing. */
export function Crash({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <>
      <title>{TITLE}</title>
      <PageHeader title={TITLE} />
      <ErrorPanel error={shownCrash(error)} onRetry={retry} />
    </>
  );
}
