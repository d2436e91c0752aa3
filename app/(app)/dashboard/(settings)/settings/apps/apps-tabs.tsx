import { useTranslations } from "next-intl";
import { Tabs } from "@/app/_kit/ui/tabs";
import { paths } from "@/app/paths";

/** For administrators: tabs for their own apps and for all apps of the workspace. */
export function AppsTabs({ current }: { current: "own" | "workspace" }) {
  const t = useTranslations("apps.tabs");
  const hrefs = { own: paths.apps, workspace: paths.workspaceApps };
  const tabs = (["own", "workspace"] as const).map((name) => ({
    label: t(name),
    href: hrefs[name],
    current: name === current,
  }));
  return <Tabs label={t("label")} tabs={tabs} />;
}
