"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { preferenceCookie, TIME_ZONE_COOKIE } from "@/app/_i18n/cookies";

/**
 * Tells the server the browser's time zone by a cookie, and has the page written anew when it was written in another one.
 * @param kept what the cookie said in this request
 */
export function BrowserTimeZone({ kept }: { kept: string | undefined }) {
  const router = useRouter();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === kept) return;
    const { path, maxAge, sameSite } = preferenceCookie;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140.
    document.cookie = `${TIME_ZONE_COOKIE}=${encodeURIComponent(zone)}; path=${path}; max-age=${maxAge}; samesite=${sameSite}`;
    router.refresh();
  }, [kept, router]);
  return null;
}
