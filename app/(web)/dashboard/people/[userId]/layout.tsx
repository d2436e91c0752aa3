import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function PersonLayout({ children }: { children: ReactNode }) {
  return (
    <AreaMessages areas={["people", "leaves", "balances", "keys", "usage", "logs"]}>{children}</AreaMessages>
  );
}
