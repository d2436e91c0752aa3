import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ListProviders } from "@/app/_kit/list/list-providers";
import { SubNavigation } from "@/app/_kit/ui/sub-navigation";
import { openApiPages } from "@/app/(app)/dashboard/_shell/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export default async function OpenApiLayout({ children }: { children: ReactNode }) {
  const [visitor, t] = await Promise.all([requireActor(), getTranslations("shell.pages")]);
  const items = openApiPages(visitor).map(({ name, ...page }) => ({ ...page, label: t(name) }));
  return (
    <SubNavigation label={t("openApi")} items={items} keptBelow={[paths.reference]}>
      <ListProviders>{children}</ListProviders>
    </SubNavigation>
  );
}
