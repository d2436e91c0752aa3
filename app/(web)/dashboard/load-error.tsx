"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ErrorPanel, type ShownError } from "@/app/_ui/error-panel";

/** Stands where a part of the page could not be rendered; "Try again" asks the server anew. */
export function LoadError({ error }: { error: ShownError }) {
  const router = useRouter();
  const [retrying, start] = useTransition();
  return <ErrorPanel error={error} retrying={retrying} onRetry={() => start(() => router.refresh())} />;
}
