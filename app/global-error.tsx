"use client";

import "@/app/globals.css";
import { NextIntlClientProvider } from "next-intl";
import common from "@/app/_i18n/messages/en/common.json";
import { BackSoon, isUnavailableCrash, shownCrash } from "@/app/_kit/ui/back-soon";
import { BarePage } from "@/app/_kit/ui/bare-page";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useReloadIfStale } from "@/app/_kit/ui/stale-build";

const { title } = common.crash;

/** Renders when the root layout itself fails; it can rely only on the stylesheet, and knows no language. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const isReloading = useReloadIfStale(error);
  return (
    <html lang="en">
      <body>
        <title>{title}</title>
        <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ common }}>
          <BarePage>
            {isReloading ? null : isUnavailableCrash(error) ? (
              <BackSoon retry={retry} />
            ) : (
              <>
                <h1 className="mb-6 font-semibold text-xl tracking-tight">{title}</h1>
                <ErrorPanel error={shownCrash(error)} onRetry={retry} />
              </>
            )}
          </BarePage>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
