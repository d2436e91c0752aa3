"use client";

import { usePathname } from "next/navigation";
import { useTheme } from "next-themes";
import { useEffect } from "react";
import { THEME_COLORS } from "@/app/_kit/ui/theme-colors";

/** Keeps `theme-color` in sync when the chosen theme differs from the system's. */
export function ThemeColor() {
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
