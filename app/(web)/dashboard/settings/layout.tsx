import type { ReactNode } from "react";
import { SubNavigation } from "@/app/_ui/sub-navigation";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

const everyone = [{ label: "Profile", href: paths.settings, exact: true }];
const administrators = [
  ...everyone,
  { label: "OAuth clients", href: paths.oauthClients },
  { label: "Audit log", href: paths.auditLog },
];

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { actor } = await requireActor();
  return (
    <SubNavigation label="Settings" items={actor.role === "ADMIN" ? administrators : everyone}>
      {children}
    </SubNavigation>
  );
}
