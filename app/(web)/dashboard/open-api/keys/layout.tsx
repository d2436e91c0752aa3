import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function KeysLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["keys", "usage", "logs"]}>{children}</AreaMessages>;
}
