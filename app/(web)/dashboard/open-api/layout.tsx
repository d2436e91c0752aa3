import type { ReactNode } from "react";
import { SubNavigation } from "@/app/_ui/sub-navigation";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

const everyone = [
  { label: "Overview", href: paths.openApi, exact: true },
  { label: "API keys", href: paths.keys },
  { label: "Webhooks", href: paths.webhooks },
  { label: "Usage", href: paths.usage },
  { label: "Logs", href: paths.logs },
  { label: "Errors", href: paths.errors },
  { label: "Connected apps", href: paths.apps },
];
const administrators = [...everyone, { label: "Legacy keys", href: paths.legacyKeys }];

export default async function OpenApiLayout({ children }: { children: ReactNode }) {
  const { actor } = await requireActor();
  return (
    <SubNavigation label="Open API" items={actor.role === "ADMIN" ? administrators : everyone}>
      {children}
    </SubNavigation>
  );
}
