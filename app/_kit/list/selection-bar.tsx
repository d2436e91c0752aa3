"use client";

import type { ReactNode } from "react";
import { Button } from "@/app/_kit/ui/button";

type Props = {
  /** Names the region. */
  label: string;
  /** How much is selected; null when nothing is. */
  text: ReactNode;
  clear: { label: string; act: () => void };
  /** Their buttons, the primary one last. */
  children: ReactNode;
};

/** Toasts stand above the bar: its height is known to the page as long as it is shown. */
function reserve(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty("--selection-bar", `${bar.offsetHeight + 12}px`),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--selection-bar");
  };
}

/** What can be done with the selected rows of a list, in a bar at the bottom of the window. */
export function SelectionBar({ label, text, clear, children }: Props) {
  return (
    <>
      {/* Rendered from the start: otherwise a screen reader would not announce the first selection. */}
      <p role="status" className="sr-only">
        {text}
      </p>
      {text === null ? null : (
        <section
          ref={reserve}
          aria-label={label}
          className="sticky bottom-20 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-raised px-4 py-2.5 shadow-overlay md:bottom-4 forced-colors:border"
        >
          <div className="min-w-0 grow basis-48 font-medium">{text}</div>
          <div className="flex flex-wrap gap-2">
            <Button variant="ghost" onClick={clear.act}>
              {clear.label}
            </Button>
            {children}
          </div>
        </section>
      )}
    </>
  );
}
