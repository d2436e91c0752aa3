"use client";

import { useEffect } from "react";

/**
 * Applies a change of theme at once, from any source: nothing fades (globals.css). next-themes can do that, too, but also does it at each
 * start of a page, for which a browser computes all styles four times.
 */
export function ThemeChange() {
  useEffect(() => {
    const root = document.documentElement;
    const isDark = () => root.classList.contains("dark");
    let wasDark = isDark();
    const observer = new MutationObserver(() => {
      if (isDark() === wasDark) return;
      wasDark = isDark();
      root.toggleAttribute("data-theme-changes", true);
      // The first frame shows the new colours.
      requestAnimationFrame(() => requestAnimationFrame(() => root.removeAttribute("data-theme-changes")));
    });
    observer.observe(root, { attributeFilter: ["class"] });
    return () => observer.disconnect();
  }, []);
  return null;
}
