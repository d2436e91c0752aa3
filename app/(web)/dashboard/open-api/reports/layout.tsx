import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

/** Schedules, audiences and addresses share components with notifications. */
export default function ReportsLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["reports", "notifications"]}>{children}</AreaMessages>;
}
