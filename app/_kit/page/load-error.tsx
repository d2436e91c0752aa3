"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ErrorPanel, type ShownError } from "@/app/_kit/ui/error-panel";

/** Replaces a part of the page that failed to render; "Try again" refreshes the page. */
export function LoadError({ error }: { error: ShownError }) {
  const router = useRouter();
  const [retrying, start] = useTransition();
  return <ErrorPanel error={error} retrying={retrying} onRetry={() => start(() => router.refresh())} />;
}
