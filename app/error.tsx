"use client";

import { BarePage } from "@/app/_kit/ui/bare-page";
import { Crash } from "@/app/_kit/ui/crash";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <BarePage>
      <Crash error={error} retry={retry} />
    </BarePage>
  );
}
