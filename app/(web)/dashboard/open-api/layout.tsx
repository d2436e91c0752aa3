import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ListProviders } from "@/app/_resource/list-providers";
import { SubNavigation } from "@/app/_ui/sub-navigation";
import { openApiPages } from "@/app/(web)/dashboard/pages";
import { paths } from "@/app/(web)/dashboard/paths";
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
