import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function UsageLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["usage"]}>{children}</AreaMessages>;
}
