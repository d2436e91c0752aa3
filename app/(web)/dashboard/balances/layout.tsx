import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { QueryProvider } from "@/app/_trpc/queries";

export default function BalancesLayout({ children }: { children: ReactNode }) {
  return (
    <AreaMessages areas={["balances", "leaves"]}>
      <QueryProvider>{children}</QueryProvider>
    </AreaMessages>
  );
}
