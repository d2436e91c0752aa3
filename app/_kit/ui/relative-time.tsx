"use client";

import { useFormatter, useLocale, useNow, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { cn } from "@/app/_kit/ui/class-names";

const TICK_MS = 30_000;

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Number.POSITIVE_INFINITY],
];

let now = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

function readNow(): number {
  now ||= Date.now();
  return now;
}

function relative(from: number, at: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const ahead = at - from;
  // A recent event may be newer than the last tick.
  let amount = ahead > 0 && ahead <= TICK_MS ? 0 : ahead / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return format.format(Math.round(amount), unit);
    amount /= size;
  }
  return "";
}

/** Now, in milliseconds; before hydration, the time at which the page was rendered. */
function useCurrent(): number {
  const written = useNow().getTime();
  return useSyncExternalStore(subscribe, readNow, () => written);
}

export type RelativeTimeProps = {
  at: Date | string;
  /** `relative` "4 minutes ago", `local` "3 Aug 2026, 14:02" in the reader's zone. */
  show?: "relative" | "local";
  className?: string;
};

/** A time in the reader's language and zone. Its title shows the full local and UTC time. */
export function RelativeTime({ at, show = "relative", className }: RelativeTimeProps) {
  const t = useTranslations("common");
  const format = useFormatter();
  const locale = useLocale();
  const current = useCurrent();
  const date = typeof at === "string" ? new Date(at) : at;
  const local = format.dateTime(date, "moment");
  const utc = format.dateTime(date, "moment", { timeZone: "UTC" });
  return (
    <time
      dateTime={date.toISOString()}
      title={t("localAndUtc", { local, utc })}
      className={cn("whitespace-nowrap", className)}
    >
      {show === "local" ? local : relative(current, date.getTime(), locale)}
    </time>
  );
}
