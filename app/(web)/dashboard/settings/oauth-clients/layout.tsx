import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function OauthClientsLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["clients", "consent"]}>{children}</AreaMessages>;
}
