import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import "@/app/(web)/dashboard/wallchart/wallchart.css";

export default function WallchartLayout({ children }: { children: ReactNode }) {
  return <AreaMessages areas={["wallchart"]}>{children}</AreaMessages>;
}
