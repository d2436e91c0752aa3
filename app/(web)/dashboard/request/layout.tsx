import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { QueryProvider } from "@/app/_trpc/queries";

export default function RequestLayout({ children }: { children: ReactNode }) {
  return (
    <AreaMessages areas={["leaves"]}>
      <QueryProvider>{children}</QueryProvider>
    </AreaMessages>
  );
}
