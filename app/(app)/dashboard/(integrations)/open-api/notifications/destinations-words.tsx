"use client";

import { Hash, Mail, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import type { Destination, NotificationPlatform } from "@/drizzle/schema/values";

const icons = { email: Mail, slack: Hash, microsoft: Users };

export function PlatformIcon({ platform }: { platform: NotificationPlatform }) {
  const Icon = icons[platform];
  return <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />;
}

const shownCount = 2;

/** Icon and text of a notification's destinations; the first two of many. */
export function DestinationsWords({ destinations }: { destinations: readonly Destination[] }) {
  const t = useTranslations("notifications.destinations");
  const more = destinations.length - shownCount;
  return (
    <ul className="flex flex-col gap-0.5 columns:min-w-44">
      {destinations.slice(0, shownCount).map((destination) => (
        <li
          key={`${destination.platform} ${destination.addresses.join()}`}
          className="flex items-start gap-1.5"
        >
          <PlatformIcon platform={destination.platform} />
          <span className="min-w-0 wrap-anywhere">
            <VisuallyHidden>{t(`platforms.${destination.platform}`)}: </VisuallyHidden>
            <Name destination={destination} />
          </span>
        </li>
      ))}
      {more > 0 ? <li className="text-muted text-xs">{t("more", { count: more })}</li> : null}
    </ul>
  );
}

function Name({ destination: { platform, addresses, channelName } }: { destination: Destination }) {
  const t = useTranslations("notifications.destinations");
  if (platform === "email" && addresses.length > 1) return t("addresses", { count: addresses.length });
  return channelName ?? addresses[0];
}
