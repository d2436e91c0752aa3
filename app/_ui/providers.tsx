"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import type { Direction } from "@/app/_i18n/languages";
import { ThemeColor } from "@/app/_ui/theme-color";
import { ToastProvider } from "@/app/_ui/toast";

type ProvidersProps = { nonce: string | undefined; direction: Direction; children: ReactNode };

/**
 * What every page needs around it. The nonce lets the theme script and Base UI's styles pass the CSP: that of the document, while a
 * refresh of the page's data comes with a nonce of its own.
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
          <NuqsAdapter>
            <ToastProvider>{children}</ToastProvider>
          </NuqsAdapter>
        </ThemeProvider>
      </DirectionProvider>
    </CSPProvider>
  );
}
