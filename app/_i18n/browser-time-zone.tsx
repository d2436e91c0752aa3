"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { TIME_ZONE_COOKIE, writePreferenceCookie } from "@/app/_i18n/cookies";
import { whenIdle } from "@/app/_ui/when-idle";

type Props = {
  /** What the cookie said in this request. */
  kept: string | undefined;
  /** The zone in which the page was written. */
  written: string;
  /** Whether the person has set it, which goes before. */
  isSet: boolean;
};

/** Tells the server the browser's time zone by a cookie, and has the page written anew where that changes it. */
export function BrowserTimeZone({ kept, written, isSet }: Props) {
  const router = useRouter();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === kept) return;
    writePreferenceCookie(TIME_ZONE_COOKIE, zone);
    if (isSet || zone === written) return;
    // The page has to wake up first: times are read later than buttons are pressed.
    return whenIdle(() => router.refresh());
  }, [kept, written, isSet, router]);
  return null;
}
