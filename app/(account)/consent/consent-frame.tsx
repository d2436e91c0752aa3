import type { ReactNode } from "react";
import { BarePage } from "@/app/_kit/ui/bare-page";
import { services } from "@/server/kernel/process";

/** One card, the product's name and the host; no link that leads away. */
export function ConsentFrame({ children }: { children: ReactNode }) {
  return (
    <BarePage headerEnd={new URL(services().settings.appUrl).host}>
      <div className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5 sm:p-7">
        {children}
      </div>
    </BarePage>
  );
}
