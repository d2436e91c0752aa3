import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function LeavesLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["leaves"]}>{children}</AreaMessages>;
}
