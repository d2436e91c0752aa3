"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { Button } from "@/app/_kit/ui/button";
import type { ShownError } from "@/app/_kit/ui/error-panel";
import { FocusHeading } from "@/app/_kit/ui/focus-heading";

const digestOf = (error: unknown): string | undefined =>
  error instanceof Error && "digest" in error ? String(error.digest) : undefined;

/** Whether a page failed because the database is unavailable (server/kernel/database/database-unavailable.ts). */
export const isUnavailableCrash = (error: unknown): boolean => digestOf(error) === "SERVICE_UNAVAILABLE";

/** The part of a crash that a user may see: never its message, only the digest that is in the server's log. */
export const shownCrash = (error: unknown): ShownError => ({
  cause: "crash",
  name: "We couldn't show this page",
  requestId: digestOf(error),
});

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
