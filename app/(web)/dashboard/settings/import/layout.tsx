import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function ImportLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["import", "faults"]}>{children}</AreaMessages>;
}
