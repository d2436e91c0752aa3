import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function RequestLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["leaves"]}>{children}</AreaMessages>;
}
