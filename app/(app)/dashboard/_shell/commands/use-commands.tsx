"use client";

import {
  CalendarPlus,
  FileText,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Plus,
  ScrollText,
  Sun,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { useThemeChoice } from "@/app/_kit/ui/theme-choice";
import { logQueryOf } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { paths } from "@/app/paths";
import { decodeId } from "@/server/kernel/schema";
import { requestIdPattern } from "@/server/modules/integrations/request-log/values";
import { type Command, type CommandGroup, matching, searched, shown } from "./command";
import { useGo } from "./use-go";
import { useAway, useOwn, usePeople, useReference } from "./use-searches";

/** Commands that act at once or start something: common ones first, those for API users apart. */
function useActions(signOut: () => Promise<void>): Record<"leave" | "developer" | "everyday", Command[]> {
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

/** Links a pasted id directly to its page. */
function usePasted(text: string): Command[] {
  const t = useTranslations("shell.commands");
  const go = useGo();
  const open = (label: string, icon: ReactNode, href: string) => [{ id: text, label, icon, ...go(href) }];
  if (requestIdPattern.test(text))
    return open(t("openRequest", { id: text }), <ScrollText aria-hidden />, paths.log(text));
  if (decodeId("operation", text))
    return open(
      t("openOperation", { id: text }),
      <ScrollText aria-hidden />,
      logQueryOf(paths.logs, { q: text, range: "30d" }),
    );
  if (decodeId("key", text))
    return open(t("openKey", { id: text }), <KeyRound aria-hidden />, paths.key(text));
  if (decodeId("delivery", text))
    return open(t("openDelivery", { id: text }), <Webhook aria-hidden />, paths.deliveryById(text));
  if (decodeId("webhook", text))
    return open(t("openWebhook", { id: text }), <Webhook aria-hidden />, paths.webhook(text));
  return [];
}

/** The pages that the user may open, with their names. */
type NamedPages = readonly { label: string; href: string }[];

function usePages(pages: NamedPages): Command[] {
  const go = useGo();
  return pages.map(({ label, href }) => ({
    id: href,
    label,
    icon: <FileText aria-hidden />,
    ...go(href),
  }));
}

export type CommandMenuProps = {
  pages: NamedPages;
  /** The Open API pages, for API users. */
  developerPages: NamedPages;
  /** Whether the visitor counted as an API user when the page was loaded. */
  isDeveloper: boolean;
  signOut: () => Promise<void>;
};

/** The commands for this text, in groups. Keys, webhooks and the reference load when the menu opens, people while typing. */
export function useCommands(
  props: CommandMenuProps,
  text: string,
): { groups: CommandGroup[]; status: string } {
  const t = useTranslations("shell.commands");
  const wanted = text.trim();
  const pasted = usePasted(wanted);
  const actions = useActions(props.signOut);
  const away = useAway(text);
  const { keys, webhooks, hasKeys, isLoading, isError } = useOwn(wanted);
  const isDeveloper = props.isDeveloper || hasKeys;
  const pages = usePages(isDeveloper ? [...props.pages, ...props.developerPages] : props.pages);
  const people = usePeople(wanted);
  const { scopes, codes, reference } = useReference();
  const forDevelopers = [
    { value: t("groups.scopes"), items: searched(scopes, wanted) },
    { value: t("groups.codes"), items: searched(codes, wanted) },
    { value: t("groups.reference"), items: searched(reference, wanted) },
  ];
  // Actions first, then the user's own items, then the reference.
  const groups: CommandGroup[] = [
    { value: t("groups.open"), items: pasted },
    {
      value: t("groups.actions"),
      items: matching(
        [...actions.leave, away, ...(isDeveloper ? actions.developer : []), ...actions.everyday],
        wanted,
      ),
    },
    { value: t("groups.pages"), items: matching(pages, wanted) },
    { value: t("groups.keys"), items: shown(keys, wanted) },
    { value: t("groups.webhooks"), items: shown(webhooks, wanted) },
    { value: t("groups.people"), items: people.found },
    ...(isDeveloper ? forDevelopers : []),
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    status: isLoading || people.isLoading ? t("loading") : isError ? t("failed") : "",
  };
}
