import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function LeaveTypesLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["policies"]}>{children}</AreaMessages>;
}
