import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";

export default function LabelsLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["places"]}>{children}</AreaMessages>;
}
