import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function RetentionLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["settings"]}>{children}</AreaMessages>;
}
