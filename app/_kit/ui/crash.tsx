"use client";

import { useTranslations } from "next-intl";
import { BackSoon, isUnavailableCrash, shownCrash } from "@/app/_kit/ui/back-soon";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { FocusHeading } from "@/app/_kit/ui/focus-heading";
import { SkeletonRegion, SkeletonRows } from "@/app/_kit/ui/skeleton";
import { useReloadIfStale } from "@/app/_kit/ui/stale-build";

type Props = {
  error: unknown;
  retry: () => void;
  /** The way back, if any. */
  homeHref?: string;
};

/** The content of an `error.tsx`, inside whatever frame still stands. */
export function Crash({ error, retry, homeHref }: Props) {
  const t = useTranslations("common");
  const isReloading = useReloadIfStale(error);
  if (isReloading)
    return (
      <SkeletonRegion label={t("loadingPage")}>
        <SkeletonRows />
      </SkeletonRegion>
    );
  if (isUnavailableCrash(error)) return <BackSoon retry={retry} />;
  return (
    <>
      <title>{t("crash.title")}</title>
      <div className="mb-6">
        <FocusHeading>{t("crash.title")}</FocusHeading>
      </div>
      <ErrorPanel
        error={shownCrash(error)}
        onRetry={retry}
        actions={
          homeHref ? (
            // Not a Link: the fault may be in state that a navigation keeps.
            <a href={homeHref} className={buttonStyles({ variant: "ghost", size: "sm" })}>
              {t("missing.home")}
            </a>
          ) : undefined
        }
      />
    </>
  );
}
