import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function IntegrationsLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["integrations"]}>{children}</AreaMessages>;
}
