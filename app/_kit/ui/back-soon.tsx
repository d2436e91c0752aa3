"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { Button } from "@/app/_kit/ui/button";
import { FocusHeading } from "@/app/_kit/ui/focus-heading";

const tryEveryMs = 5000;

/** Replaces a page while the service is unavailable; retries by itself. */
export function BackSoon({ retry }: { retry: () => void }) {
  const t = useTranslations("common.backSoon");
  const again = useEffectEvent(retry);
  useEffect(() => {
    const timer = setInterval(() => again(), tryEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <title>{t("title")}</title>
      <div className="flex max-w-[60ch] flex-col items-start gap-3">
        <FocusHeading>{t("title")}</FocusHeading>
        <p className="text-muted">{t("text")}</p>
        <Button onClick={retry}>{t("now")}</Button>
      </div>
    </>
  );
}
