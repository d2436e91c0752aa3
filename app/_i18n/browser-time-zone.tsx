"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { TIME_ZONE_COOKIE, writePreferenceCookie } from "@/app/_i18n/cookies";
import { whenIdle } from "@/app/_kit/ui/when-idle";

type Props = {
  /** The cookie's value in this request. */
  kept: string | undefined;
  /** The zone in which the page was rendered. */
  written: string;
  /** Whether the user has set a zone, which takes precedence. */
  isSet: boolean;
};

/** Passes the browser's time zone to the server in a cookie, and refreshes the page where that changes it. */
export function BrowserTimeZone({ kept, written, isSet }: Props) {
  const router = useRouter();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === kept) return;
    writePreferenceCookie(TIME_ZONE_COOKIE, zone);
    if (isSet || zone === written) return;
    // The page hydrates first: times are read later than buttons are pressed.
    return whenIdle(() => router.refresh());
  }, [kept, written, isSet, router]);
  return null;
}
