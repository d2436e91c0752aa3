import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function PeopleLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["people"]}>{children}</AreaMessages>;
}
