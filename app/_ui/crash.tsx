"use client";

import { useTranslations } from "next-intl";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { PageHeader } from "@/app/_ui/page-header";
import { shownCrash } from "@/app/_ui/shown-crash";

/** What an `error.tsx` shows, inside whatever frame is still standing. */
export function Crash({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations("common");
  return (
    <>
      <title>{t("crash.title")}</title>
      <PageHeader title={t("crash.title")} />
      <ErrorPanel error={shownCrash(error)} onRetry={retry} />
    </>
  );
}
