import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function NotificationsLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["notifications"]}>{children}</AreaMessages>;
}
