"use client";

import { useFormatter, useTranslations } from "next-intl";

const toTheMillisecond = {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
} as const;

/** A time to the millisecond, in the reader's zone; its title shows it in UTC, too. */
export function ExactTime({ at }: { at: Date }) {
  const t = useTranslations("common");
  const format = useFormatter();
  const local = format.dateTime(at, toTheMillisecond);
  const utc = format.dateTime(at, { ...toTheMillisecond, timeZone: "UTC" });
  return (
    <time
      dateTime={at.toISOString()}
      title={t("localAndUtc", { local, utc })}
      className="whitespace-nowrap tabular-nums"
    >
      {local}
    </time>
  );
}
