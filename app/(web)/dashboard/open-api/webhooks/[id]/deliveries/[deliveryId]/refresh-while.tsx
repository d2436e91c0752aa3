"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const everyMs = 1_000;

/** Asks the server for the page again and again while something on it is under way. */
export function RefreshWhile({ active }: { active: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => router.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [active, router]);
  return null;
}
