"use client";

import { useQuery } from "@tanstack/react-query";
import {
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
import { useTRPC } from "@/app/_trpc/client";
import { useThemeChoice } from "@/app/_ui/theme-choice";
import type { CommandMenuProps } from "@/app/(web)/dashboard/command-menu-dialog";
import { logQueryOf } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { paths } from "@/app/(web)/dashboard/paths";
import { useShortcuts } from "@/app/(web)/dashboard/shortcuts";
import { useGoTo } from "@/app/(web)/dashboard/use-go-to";
import { decodeId } from "@/server/kernel/schema";
import { requestIdPattern } from "@/server/modules/request-log/values";

export type Command = {
  id: string;
  label: string;
  /** Beside it: what tells two of one name apart. Searched, too. */
  note?: string;
  icon: ReactNode;
  /** Whether it leads to another page. */
  leaves: boolean;
  run: () => void;
};
export type CommandGroup = { value: string; items: Command[] };

const recentShown = 5;
const foundShown = 12;

/** What the menu offers for this text, in groups. Keys and webhooks are asked for when it opens. */
export function useCommands(
  props: CommandMenuProps,
  text: string,
): { groups: CommandGroup[]; status: string } {
  const t = useTranslations("shell.commands");
  const pasted = usePasted(text.trim());
  const actions = useActions(props);
  const { keys, webhooks, isLoading, isError } = useOwn();
  const pages = usePages(props.pages);
  const wanted = text.trim().toLocaleLowerCase();
  const groups = [
    { value: t("groups.open"), items: pasted },
    { value: t("groups.keys"), items: shown(keys, wanted) },
    { value: t("groups.webhooks"), items: shown(webhooks, wanted) },
    { value: t("groups.pages"), items: matching(pages, wanted) },
    { value: t("groups.actions"), items: matching(actions, wanted) },
  ];
  // Without a text, what everybody wants stands first.
  const ordered = wanted ? groups : [groups[0], groups[3], groups[4], groups[1], groups[2]];
  return {
    groups: ordered.filter((group): group is CommandGroup => group !== undefined && group.items.length > 0),
    status: isLoading ? t("loading") : isError ? t("failed") : "",
  };
}

const matching = (commands: Command[], wanted: string): Command[] =>
  commands.filter(({ label, note }) => `${label} ${note ?? ""}`.toLocaleLowerCase().includes(wanted));

const shown = (commands: Command[], wanted: string): Command[] =>
  matching(commands, wanted).slice(0, wanted ? foundShown : recentShown);

function useGo() {
  const goTo = useGoTo();
  return (href: string) => ({ leaves: true, run: () => goTo(href) });
}

function usePages(pages: CommandMenuProps["pages"]): Command[] {
  const go = useGo();
  return pages.map(({ label, href }) => ({
    id: href,
    label,
    icon: <FileText aria-hidden />,
    ...go(href),
  }));
}

/** An id that names one thing leads straight to it. */
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

function useActions({ signOut }: CommandMenuProps): Command[] {
  const t = useTranslations("shell");
  const common = useTranslations("common.theme.menu");
  const go = useGo();
  const theme = useThemeChoice();
  const { setListOpen } = useShortcuts();
  const stay = (run: () => void) => ({ leaves: false, run });
  return [
    { id: "key", label: t("commands.createKey"), icon: <Plus aria-hidden />, ...go(paths.newKey) },
    { id: "webhook", label: t("commands.addWebhook"), icon: <Plus aria-hidden />, ...go(paths.newWebhook) },
    {
      id: "notification",
      label: t("commands.createNotification"),
      icon: <Plus aria-hidden />,
      ...go(paths.newNotification),
    },
    { id: "report", label: t("commands.createReport"), icon: <Plus aria-hidden />, ...go(paths.newReport) },
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
}

/** The person's keys and webhooks, the ones used or made last first. */
function useOwn() {
  const trpc = useTRPC();
  const go = useGo();
  const t = useTranslations("shell.commands");
  const keys = useQuery(trpc.apiKeys.list.queryOptions({ owner: "mine" }));
  const webhooks = useQuery(trpc.webhooks.list.queryOptions());
  const newestFirst = (a: { at: number }, b: { at: number }) => b.at - a.at;
  return {
    isLoading: keys.isPending || webhooks.isPending,
    isError: keys.isError || webhooks.isError,
    keys: (keys.data ?? [])
      .map((key) => ({ key, at: new Date(key.lastUsedAt ?? key.createdAt).getTime() }))
      .toSorted(newestFirst)
      .map(({ key }) => ({
        id: key.id,
        label: key.name,
        note: key.state === "active" ? undefined : t("keyRevoked"),
        icon: <KeyRound aria-hidden />,
        ...go(paths.key(key.id)),
      })),
    webhooks: (webhooks.data ?? [])
      .filter(({ status }) => status !== "revoked")
      .map((webhook) => ({ webhook, at: new Date(webhook.createdAt).getTime() }))
      .toSorted(newestFirst)
      .map(({ webhook }) => ({
        id: webhook.webhookId,
        label: webhook.description || webhook.url,
        note:
          webhook.status === "paused" ? t("webhookPaused") : webhook.description ? webhook.url : undefined,
        icon: <Webhook aria-hidden />,
        ...go(paths.webhook(webhook.webhookId)),
      })),
  };
}
