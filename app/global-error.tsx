"use client";

import "@/app/globals.css";
import { BarePage } from "@/app/_ui/bare-page";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { shownCrash } from "@/app/_ui/shown-crash";

const TITLE = "Something went wrong";

/** Stands in when the root layout itself fails; it can rely on nothing but the stylesheet. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{TITLE}</title>
        <BarePage>
          <h1 className="mb-6 font-semibold text-xl tracking-tight">{TITLE}</h1>
          <ErrorPanel error={shownCrash(error)} onRetry={retry} />
        </BarePage>
      </body>
    </html>
  );
}
