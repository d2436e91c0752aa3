"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { TIME_ZONE_COOKIE, writePreferenceCookie } from "@/app/_i18n/cookies";

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

/** The timeout for a browser that is never idle. */
const idleTimeoutMs = 5_000;
/** The delay in a browser without requestIdleCallback: Safari. */
const guessMs = 200;

/**
 * Runs a callback once the page has loaded and the browser is idle.
 * @returns a function to cancel it
 */
function whenIdle(act: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const wait = () => {
    if ("requestIdleCallback" in window) {
      const asked = requestIdleCallback(act, { timeout: idleTimeoutMs });
      signal.addEventListener("abort", () => cancelIdleCallback(asked));
    } else {
      const timer = setTimeout(act, guessMs);
      signal.addEventListener("abort", () => clearTimeout(timer));
    }
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true, signal });
  return () => ended.abort();
}
