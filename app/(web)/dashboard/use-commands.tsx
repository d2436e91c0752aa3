"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  BookOpen,
  CircleAlert,
  FileText,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Plus,
  ScrollText,
  ShieldCheck,
  Sun,
  UserRound,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { useErrorWords } from "@/app/_i18n/error-words";
import { useTRPC } from "@/app/_trpc/client";
import { copyText } from "@/app/_ui/copy-text";
import { useThemeChoice } from "@/app/_ui/theme-choice";
import { useToast } from "@/app/_ui/toast";
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
  /** What it is found by as well. */
  words?: string;
  /** Of what is not written in the reader's language. */
  lang?: string;
  icon: ReactNode;
  /** Whether it leads to another page. */
  leaves: boolean;
  run: () => void;
};
export type CommandGroup = { value: string; items: Command[] };

const recentShown = 5;
const foundShown = 12;
const searchedShown = 6;

/** What the menu offers for this text, in groups. Keys, webhooks and the reference are asked for when it opens, people by typing. */
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
  const people = usePeople(text.trim());
  const { scopes, codes, reference } = useReference();
  // What acts stands first, then what is one's own, then what can be read.
  const groups: CommandGroup[] = [
    { value: t("groups.open"), items: pasted },
    { value: t("groups.actions"), items: matching(actions, wanted) },
    { value: t("groups.pages"), items: matching(pages, wanted) },
    { value: t("groups.keys"), items: shown(keys, wanted) },
    { value: t("groups.webhooks"), items: shown(webhooks, wanted) },
    { value: t("groups.people"), items: people.found },
    { value: t("groups.scopes"), items: searched(scopes, wanted) },
    { value: t("groups.codes"), items: searched(codes, wanted) },
    { value: t("groups.reference"), items: searched(reference, wanted) },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    status: isLoading || people.isLoading ? t("loading") : isError ? t("failed") : "",
  };
}

/** Whether each word stands in it somewhere. */
function holds({ label, note, words }: Command, wanted: string): boolean {
  const text = `${label} ${note ?? ""} ${words ?? ""}`.toLocaleLowerCase();
  return wanted.split(/\s+/).every((word) => text.includes(word));
}

const matching = (commands: Command[], wanted: string): Command[] =>
  commands.filter((command) => holds(command, wanted));

const shown = (commands: Command[], wanted: string): Command[] =>
  matching(commands, wanted).slice(0, wanted ? foundShown : recentShown);

/** For what is too much to be shown unasked. */
const searched = (commands: Command[], wanted: string): Command[] =>
  wanted.length < 2 ? [] : matching(commands, wanted).slice(0, searchedShown);

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

const forever = Number.POSITIVE_INFINITY;

/** Scopes, error codes and pages of the reference. */
function useReference(): Record<"scopes" | "codes" | "reference", Command[]> {
  const trpc = useTRPC();
  const go = useGo();
  const t = useTranslations("shell.commands");
  const wordsOf = useErrorWords();
  const { data } = useQuery(trpc.reference.index.queryOptions(undefined, { staleTime: forever }));
  return {
    scopes: (data?.scopes ?? []).map((scope) => ({
      id: `scope ${scope}`,
      label: scope,
      note: t("keyWithScope"),
      words: "scope",
      icon: <ShieldCheck aria-hidden />,
      ...go(paths.newKeyWith([scope])),
    })),
    codes: (data?.codes ?? []).map(({ code, name }) => ({
      id: `code ${code}`,
      label: code,
      note: wordsOf({ code, name }, false).name,
      words: name,
      icon: <CircleAlert aria-hidden />,
      ...go(paths.errorCode(code)),
    })),
    reference: (data?.pages ?? []).map(({ title, href, method, group, words }) => ({
      id: href,
      label: title,
      note: method ? `${method} · ${group}` : group,
      words,
      lang: "en",
      icon: <BookOpen aria-hidden />,
      ...go(href),
    })),
  };
}

const typingMs = 150;

/** The text once the typing pauses. */
function useTypedText(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

/** People within reach, found by the server; choosing one copies the id that the API knows them by. */
function usePeople(text: string): { found: Command[]; isLoading: boolean } {
  const trpc = useTRPC();
  const t = useTranslations("shell.commands");
  const toast = useToast();
  const wanted = useTypedText(text);
  const isSearch = wanted.length >= 2 && wanted.length <= 100;
  const { data, isFetching } = useQuery(
    trpc.people.search.queryOptions(
      { text: wanted },
      { enabled: isSearch, placeholderData: keepPreviousData },
    ),
  );
  const copy = async (id: string, name: string) => {
    if (await copyText(id, null)) toast.success(t("personCopied", { name }), { description: id });
    else toast.error(t("personNotCopied", { id }));
  };
  return {
    isLoading: isSearch && isFetching && !data,
    found: (isSearch ? (data ?? []) : []).map(({ id, name, departmentName, status }) => ({
      id,
      label: name,
      note: [departmentName, status === "ACTIVE" ? null : t("personInactive"), t("personCopy")]
        .filter(Boolean)
        .join(" · "),
      icon: <UserRound aria-hidden />,
      leaves: false,
      run: () => void copy(id, name),
    })),
  };
}
