"use client";

import { useFormatter, useLocale, useTimeZone, useTranslations } from "next-intl";
import type { PreviewView } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { evenDate } from "@/server/kernel/time/even-date";

type Sends = PreviewView["next"];
type Props = { next: Sends; schedule: { timezone: string; time: string } };

const long = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

/** "Next three sends", in the notification's time zone and in the user's. */
export function NextSends({ next, schedule }: Props) {
  const t = useTranslations("notifications.preview");
  return (
    <div className="flex flex-col gap-2">
      <h3 id="next-sends-heading" className="font-semibold">
        {t("nextSends")}
      </h3>
      {next.length === 0 ? <p className="text-muted">{t("noneAhead")}</p> : null}
      <ol aria-labelledby="next-sends-heading" className="flex flex-col gap-2.5 empty:hidden">
        {next.map((one) => (
          <NextSend key={one.at} send={one} schedule={schedule} />
        ))}
      </ol>
    </div>
  );
}

function NextSend({
  send: { at, clockChange },
  schedule,
}: {
  send: Sends[number];
  schedule: Props["schedule"];
}) {
  const t = useTranslations("notifications.preview");
  const format = useFormatter();
  const locale = useLocale();
  const mine = useTimeZone() ?? "UTC";
  const moment = new Date(at);
  const inZone = (timeZone: string) => evenDate(format.dateTime(moment, { ...long, timeZone }), locale);
  const [theirs, own] = [inZone(schedule.timezone), inZone(mine)];
  return (
    <li className="tabular-nums">
      <time dateTime={at} className="block">
        {theirs} <span className="text-muted">{schedule.timezone}</span>
      </time>
      <span className="block text-muted text-xs">
        {mine === schedule.timezone ? t("sameZone") : t("yourTime", { time: own, zone: mine })}
      </span>
      {clockChange === null ? null : (
        <span className="mt-1 block rounded-sm bg-warning-soft px-2 py-1 text-warning-text text-xs">
          {t(`clock.${clockChange}`, {
            time: schedule.time,
            sent: format.dateTime(moment, {
              hour: "2-digit",
              minute: "2-digit",
              hourCycle: "h23",
              timeZone: schedule.timezone,
            }),
          })}
        </span>
      )}
    </li>
  );
}
