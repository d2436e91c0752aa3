"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { usePathname } from "next/navigation";
import { ThemeProvider, useTheme } from "next-themes";
import { type ReactNode, useEffect, useState } from "react";
import type { Direction } from "@/app/_i18n/languages";
import { THEME_COLORS } from "@/app/_kit/ui/theme-colors";
import { ToastProvider } from "@/app/_kit/ui/toast";

/** @public */
export { BarePage } from "@/app/_kit/ui/bare-page";
/** @public */
export { Crash } from "@/app/_kit/ui/crash";
/** @public */
export { PageLink } from "@/app/_kit/ui/page-link";
// The error page and the not-found page stand beside every page: their components come once, with the layout above all three. React waits
// for the error pages before it hydrates a page, and would request a separate script for them only then.
/** @public */
export { default as ErrorPage } from "@/app/error";
/** @public */
export { default as GlobalError } from "@/app/global-error";

type ProvidersProps = { nonce: string | undefined; direction: Direction; children: ReactNode };

/**
 * Around every page. The nonce lets the theme script and Base UI's styles pass the CSP: it is the document's nonce, while a refresh of the
 * page's data comes with another.
 */
export function Providers({ nonce: newest, direction, children }: ProvidersProps) {
  const [nonce] = useState(newest);
  return (
    <CSPProvider nonce={nonce}>
      <DirectionProvider direction={direction}>
        <ThemeProvider
          attribute="class"
          defaultTheme="system"
          enableSystem
          disableTransitionOnChange
          nonce={nonce}
        >
          <ThemeColor />
          <ToastProvider>{children}</ToastProvider>
        </ThemeProvider>
      </DirectionProvider>
    </CSPProvider>
  );
}

/** Keeps `theme-color` in sync when the chosen theme differs from the system's. */
function ThemeColor() {
  const { resolvedTheme } = useTheme();
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation rewrites the tags
  useEffect(() => {
    if (resolvedTheme !== "light" && resolvedTheme !== "dark") return;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.setAttribute("content", THEME_COLORS[resolvedTheme]);
    }
  }, [resolvedTheme, path]);
  return null;
}
