"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "@/app/_kit/ui/relative-time";

/** The next occurrence in the user's time zone; null while paused. */
export function NextSend({ at }: { at: string | null }) {
  const t = useTranslations("notifications.next");
  if (at === null) return <span className="text-muted">{t("paused")}</span>;
  return (
    <span className="inline-flex flex-col items-start">
      <RelativeTime at={at} show="local" />
      <RelativeTime at={at} className="text-muted text-xs" />
    </span>
  );
}
