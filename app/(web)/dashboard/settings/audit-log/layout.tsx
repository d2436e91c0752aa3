import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function AuditLogLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["audit"]}>{children}</AreaMessages>;
}
