import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function CalendarFeedsLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["feeds"]}>{children}</AreaMessages>;
}
