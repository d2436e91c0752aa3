import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { PageOrSkeleton } from "@/app/_kit/ui/navigation-progress";
import { ReferenceNavigation } from "@/app/(app)/dashboard/(integrations)/open-api/reference/reference-navigation";
import { entryGroups } from "@/server/api/reference/entries";
import { services } from "@/server/kernel/process";

/** The reference's navigation beside its pages. No loading state: without JavaScript, streamed content would be lost. */
export default function ReferenceLayout({ children }: { children: ReactNode }) {
  return (
    <AreaMessages areas={["reference"]}>
      <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-6">
        <ReferenceNavigation groups={entryGroups(services().settings)} />
        <div className="min-w-0">
          <PageOrSkeleton>{children}</PageOrSkeleton>
        </div>
      </div>
    </AreaMessages>
  );
}
