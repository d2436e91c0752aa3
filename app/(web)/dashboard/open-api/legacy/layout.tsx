import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function LegacyKeysLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["legacy", "usage"]}>{children}</AreaMessages>;
}
