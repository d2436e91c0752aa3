"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

/** A sideways scrolling bar that keeps its `aria-current` item in view. */
export function ScrollCurrentIntoView({ children, className }: { children: ReactNode; className?: string }) {
  const bar = useRef<HTMLDivElement>(null);
  const address = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which item is current
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (!bar.current || !current) return;
    // scrollIntoView would scroll the page, too.
    bar.current.scrollLeft = current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2;
  }, [address]);
  return (
    <div ref={bar} className={`relative ${className ?? ""}`}>
      {children}
    </div>
  );
}
