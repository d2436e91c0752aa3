"use client";

import { BarePage } from "@/app/_ui/bare-page";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { PageHeader } from "@/app/_ui/page-header";
import { shownCrash } from "@/app/_ui/shown-crash";

const TITLE = "Something went wrong";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <BarePage>
      <title>{TITLE}</title>
      <PageHeader title={TITLE} />
      <ErrorPanel error={shownCrash(error)} onRetry={retry} />
    </BarePage>
  );
}
