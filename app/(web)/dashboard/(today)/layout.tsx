import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function TodayLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["today", "approvals", "leaves"]}>{children}</AreaMessages>;
}
