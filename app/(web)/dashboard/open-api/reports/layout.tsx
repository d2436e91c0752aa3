import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

/** Schedules, audiences and addresses are filled in with the parts of notifications. */
export default function ReportsLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["reports", "notifications"]}>{children}</AreaMessages>;
}
