import type { ReactNode } from "react";

/**
 * Around a page that may have a side panel: a panel at the window's edge takes its width from the page, as far as it would cover the page.
 * (Not around every page: the browser re-evaluates `:has()` at every change within.)
 */
export function RoomForPanel({ children }: { children: ReactNode }) {
  return (
    <div className="lg:has-data-side-panel:pe-[max(0px,calc(24rem-max(0px,(100vw-80rem)/2)))]">
      {children}
    </div>
  );
}
