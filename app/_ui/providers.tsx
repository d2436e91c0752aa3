"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { ThemeColor } from "@/app/_ui/theme-color";
import { ToastProvider } from "@/app/_ui/toast";

/** What every page needs around it. The nonce lets the theme script and Base UI's styles pass the CSP. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <CSPProvider nonce={nonce}>
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
    </CSPProvider>
  );
}
