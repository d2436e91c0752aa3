import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ListProviders } from "@/app/_kit/list/list-providers";
import { SubNavigation } from "@/app/_kit/ui/sub-navigation";
import { settingsPages } from "@/app/(app)/dashboard/_shell/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const [visitor, t, groups] = await Promise.all([
    requireActor(),
    getTranslations("shell.pages"),
    getTranslations("shell.settingsGroups"),
  ]);
  const items = settingsPages(visitor).map(({ name, group, ...page }) => ({
    ...page,
    label: t(name),
    group: groups(group),
  }));
  // Its pages have a navigation of their own.
  const openApi = { href: paths.openApi, label: t("openApi"), group: groups("connections") };
  return (
    <SubNavigation label={t("settings")} items={[...items, openApi]}>
      <ListProviders>{children}</ListProviders>
    </SubNavigation>
  );
}
