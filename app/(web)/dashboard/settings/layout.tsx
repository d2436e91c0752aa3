import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ListProviders } from "@/app/_resource/list-providers";
import { SubNavigation } from "@/app/_ui/sub-navigation";
import { settingsPages } from "@/app/(web)/dashboard/pages";
import { requireActor } from "@/server/signin/session";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const [visitor, t] = await Promise.all([requireActor(), getTranslations("shell.pages")]);
  const items = settingsPages(visitor).map(({ name, ...page }) => ({ ...page, label: t(name) }));
  return (
    <SubNavigation label={t("settings")} items={items}>
      <ListProviders>{children}</ListProviders>
    </SubNavigation>
  );
}
