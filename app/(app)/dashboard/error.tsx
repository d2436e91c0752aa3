"use client";

import { Crash } from "@/app/_kit/ui/crash";
import { paths } from "@/app/paths";

export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  return <Crash error={error} retry={retry} homeHref={paths.home} />;
}
