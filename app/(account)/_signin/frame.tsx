import type { ReactNode } from "react";
import { BarePage } from "@/app/_kit/ui/bare-page";
import { PageHeader } from "@/app/_kit/ui/page-header";
import { services } from "@/server/kernel/process";

/** A form on a separate page. The host is shown, so that users can spot a look-alike page. */
export function Frame({
  title,
  description,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}) {
  return (
    <BarePage headerEnd={new URL(services().settings.appUrl).host}>
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-7">
        <PageHeader title={title} description={description} />
        <div className="flex flex-col gap-4">{children}</div>
      </div>
    </BarePage>
  );
}
