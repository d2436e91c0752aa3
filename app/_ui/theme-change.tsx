"use client";

import { useEffect } from "react";

/**
 * A change of theme shows at once, whoever makes it: nothing fades (globals.css). next-themes can do that, too, but does it at each start of
 * a page as well, for which a browser computes the styles of everything four times.
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
      // With the first frame come the new colours.
      requestAnimationFrame(() => requestAnimationFrame(() => root.removeAttribute("data-theme-changes")));
    });
    observer.observe(root, { attributeFilter: ["class"] });
    return () => observer.disconnect();
  }, []);
  return null;
}
