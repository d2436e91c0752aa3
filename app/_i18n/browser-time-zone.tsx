"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { TIME_ZONE_COOKIE, writePreferenceCookie } from "@/app/_i18n/cookies";

type Props = {
  /** What the cookie said in this request. */
  kept: string | undefined;
  /** Whether the person has set a zone, which goes before. */
  isSet: boolean;
};

/** Tells the server the browser's time zone by a cookie, and has the page written anew when that changes it. */
export function BrowserTimeZone({ kept, isSet }: Props) {
  const router = useRouter();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === kept) return;
    writePreferenceCookie(TIME_ZONE_COOKIE, zone);
    if (!isSet) router.refresh();
  }, [kept, isSet, router]);
  return null;
}
