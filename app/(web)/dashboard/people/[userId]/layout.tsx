import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { QueryProvider } from "@/app/_trpc/queries";

export default function PersonLayout({ children }: { children: ReactNode }) {
  return (
    <AreaMessages areas={["people", "leaves", "balances", "keys", "usage", "logs"]}>
      <QueryProvider>{children}</QueryProvider>
    </AreaMessages>
  );
}
