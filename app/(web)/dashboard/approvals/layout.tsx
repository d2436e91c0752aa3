import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { ListProviders } from "@/app/_resource/list-providers";
import "@/app/(web)/dashboard/wallchart/wallchart.css";
import "@/app/(web)/dashboard/approvals/near-weeks.css";

export default function ApprovalsLayout({ children }: { children: ReactNode }) {
  return (
    <AreaMessages areas={["approvals", "leaves", "wallchart"]}>
      <ListProviders>{children}</ListProviders>
    </AreaMessages>
  );
}
