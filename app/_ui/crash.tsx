"use client";

import { useTranslations } from "next-intl";
import { BackSoon } from "@/app/_ui/back-soon";
import { buttonStyles } from "@/app/_ui/button-styles";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { FocusHeading } from "@/app/_ui/focus-heading";
import { isUnavailableCrash, shownCrash } from "@/app/_ui/shown-crash";
import { SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { useReloadIfStale } from "@/app/_ui/stale-build";

type Props = {
  error: unknown;
  retry: () => void;
  /** The way back, where there is one. */
  homeHref?: string;
};

/** What an `error.tsx` shows, inside whatever frame is still standing. */
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
            // Not a Link: what broke may be in what a navigation keeps.
            <a href={homeHref} className={buttonStyles({ variant: "ghost", size: "sm" })}>
              {t("missing.home")}
            </a>
          ) : undefined
        }
      />
    </>
  );
}
