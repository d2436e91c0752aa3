import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function WebhooksLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["webhooks"]}>{children}</AreaMessages>;
}
