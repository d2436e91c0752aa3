import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function AppsLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["apps"]}>{children}</AreaMessages>;
}
