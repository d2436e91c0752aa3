import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { QueryProvider } from "@/app/_trpc/queries";

export default function PeopleLayout({ children }: { children: ReactNode }) {
  return (
    <AreaMessages areas={["people"]}>
      <QueryProvider>{children}</QueryProvider>
    </AreaMessages>
  );
}
