"use client";

import { useTranslations } from "next-intl";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { PageHeader } from "@/app/_ui/page-header";
import { shownCrash } from "@/app/_ui/shown-crash";
import { TextLink } from "@/app/_ui/text-link";

type Props = {
  error: unknown;
  retry: () => void;
  /** The way back, where there is one. */
  homeHref?: string;
};

/** What an `error.tsx` shows, inside whatever frame is still standing. */
export function Crash({ error, retry, homeHref }: Props) {
  const t = useTranslations("common");
  return (
    <>
      <title>{t("crash.title")}</title>
      <PageHeader title={t("crash.title")} />
      <ErrorPanel
        error={shownCrash(error)}
        onRetry={retry}
        actions={homeHref ? <TextLink href={homeHref}>{t("missing.home")}</TextLink> : undefined}
      />
    </>
  );
}
