"use client";

import { Crash } from "@/app/_ui/crash";

export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  return <Crash error={error} retry={retry} />;
}
