import { CalendarPlus, Keyboard, LogOut, Monitor, Moon, Plus, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { useThemeChoice } from "@/app/_kit/ui/theme-choice";
import type { Command } from "@/app/(app)/dashboard/_shell/commands/command";
import { useGo } from "@/app/(app)/dashboard/_shell/commands/use-go";
import { paths } from "@/app/paths";

/** Commands that act at once or start something: common ones first, those for API users apart. */
export function useActions(
  signOut: () => Promise<void>,
): Record<"leave" | "developer" | "everyday", Command[]> {
  const t = useTranslations("shell");
  const common = useTranslations("common.theme.menu");
  const go = useGo();
  const theme = useThemeChoice();
  const { setListOpen } = useShortcuts();
  const stay = (run: () => void) => ({ leaves: false, run });
  const request = {
    id: "request",
    label: t("commands.requestLeave"),
    words: t("commands.requestWords"),
    icon: <CalendarPlus aria-hidden />,
    ...go(paths.request),
  };
  const developer = [
    { id: "key", label: t("commands.createKey"), icon: <Plus aria-hidden />, ...go(paths.newKey) },
    { id: "webhook", label: t("commands.addWebhook"), icon: <Plus aria-hidden />, ...go(paths.newWebhook) },
    {
      id: "notification",
      label: t("commands.createNotification"),
      icon: <Plus aria-hidden />,
      ...go(paths.newNotification),
    },
    { id: "report", label: t("commands.createReport"), icon: <Plus aria-hidden />, ...go(paths.newReport) },
  ];
  const everyday = [
    {
      id: "assistant",
      label: t("commands.connectAssistant"),
      icon: <Plus aria-hidden />,
      ...go(paths.connectApp),
    },
    {
      id: "system",
      label: common("system"),
      icon: <Monitor aria-hidden />,
      ...stay(() => theme.set("system")),
    },
    { id: "light", label: common("light"), icon: <Sun aria-hidden />, ...stay(() => theme.set("light")) },
    { id: "dark", label: common("dark"), icon: <Moon aria-hidden />, ...stay(() => theme.set("dark")) },
    {
      id: "shortcuts",
      label: t("commands.shortcuts"),
      icon: <Keyboard aria-hidden />,
      ...stay(() => setListOpen(true)),
    },
    {
      id: "signOut",
      label: t("signOut"),
      icon: <LogOut aria-hidden />,
      leaves: true,
      run: () => void signOut(),
    },
  ];
  return { leave: [request], developer, everyday };
}
