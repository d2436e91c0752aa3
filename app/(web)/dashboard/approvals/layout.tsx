import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function ApprovalsLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["approvals", "leaves"]}>{children}</AreaMessages>;
}
