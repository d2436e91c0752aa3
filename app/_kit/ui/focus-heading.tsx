"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { usePagePath } from "@/app/_kit/ui/page-path";

// The browser itself handles focus for the initial address; a key may lead on before that page's heading is hydrated.
let lastPath: string | null = typeof window === "undefined" ? null : window.location.pathname;
// The path whose focused heading was removed: that of a page that was still loading.
let lostAt: string | null = null;

/** `h1` that takes focus after a client navigation, so that screen readers announce the new page. */
export function FocusHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = usePagePath();
  useLayoutEffect(() => {
    const own = heading.current;
    const arrived = lastPath !== path || lostAt === path;
    lastPath = path;
    lostAt = null;
    // A dialog that opened with the page keeps its focus.
    const inDialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
    if (arrived && !inDialog) own?.focus({ preventScroll: true });
    return () => {
      if (own && document.activeElement === own) lostAt = path;
    };
  }, [path]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="min-w-0 font-semibold text-xl tracking-tight outline-none wrap-anywhere"
    >
      {children}
    </h1>
  );
}
