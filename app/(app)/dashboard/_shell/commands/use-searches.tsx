import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BookOpen, CalendarRange, CircleAlert, KeyRound, ShieldCheck, Webhook } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useErrorWords } from "@/app/_i18n/error-words";
import { Avatar } from "@/app/_kit/ui/avatar";
import { dateWithin } from "@/app/_kit/ui/typed-date";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";
import { useTRPC } from "@/app/_trpc/queries";
import type { Command } from "@/app/(app)/dashboard/_shell/commands/command";
import { useGo } from "@/app/(app)/dashboard/_shell/commands/use-go";
import { paths } from "@/app/paths";
import { evenDate } from "@/server/kernel/time/even-date";

/** Absences on the typed date; today by default. */
export function useAway(text: string): Command {
  const t = useTranslations("shell.commands");
  const format = useFormatter();
  const locale = useLocale();
  const go = useGo();
  const now = new Date();
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  const date = dateWithin(text, { today, locales: [locale] });
  const day = (at: string) =>
    evenDate(
      format.dateTime(new Date(at), {
        ...{ timeZone: "UTC", weekday: "short", day: "numeric", month: "short", year: "numeric" },
      }),
      locale,
    );
  return {
    id: "away",
    label: date ? t("awayOn", { date: day(date) }) : t("awayToday"),
    // Matches the typed text, which was already parsed as a date.
    words: date ? text : t("awayWords"),
    icon: <CalendarRange aria-hidden />,
    ...go(`${paths.wallchart}?view=week&on=${date ?? today}`),
  };
}

const forever = Number.POSITIVE_INFINITY;

/** Scopes, error codes and pages of the reference. */
export function useReference(): Record<"scopes" | "codes" | "reference", Command[]> {
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

/** The user's keys and webhooks, most recently used or created first. With more than a page of them, the server searches. */
export function useOwn(text: string) {
  const trpc = useTRPC();
  const go = useGo();
  const t = useTranslations("shell.commands");
  const q = useTypedText(text).slice(0, 100);
  const ofKeys = { status: "all", sort: "-recent" } as const;
  const keys = useQuery(trpc.apiKeys.page.queryOptions(ofKeys));
  const webhooks = useQuery(trpc.webhooks.page.queryOptions({}));
  const searched = (first: { next: string | null } | undefined) => ({
    enabled: q !== "" && typeof first?.next === "string",
    placeholderData: keepPreviousData,
  });
  const foundKeys = useQuery(trpc.apiKeys.page.queryOptions({ ...ofKeys, q }, searched(keys.data)));
  const foundWebhooks = useQuery(trpc.webhooks.page.queryOptions({ q }, searched(webhooks.data)));
  const shownKeys = searched(keys.data).enabled ? foundKeys : keys;
  const shownWebhooks = searched(webhooks.data).enabled ? foundWebhooks : webhooks;
  return {
    isLoading: shownKeys.isPending || shownWebhooks.isPending,
    isError: shownKeys.isError || shownWebhooks.isError,
    hasKeys: (keys.data?.items ?? []).some(({ state, isOwn }) => isOwn && state !== "revoked"),
    keys: (shownKeys.data?.items ?? []).map((key) => ({
      id: key.id,
      label: key.name,
      note: key.state === "active" ? undefined : t("keyRevoked"),
      icon: <KeyRound aria-hidden />,
      ...go(paths.key(key.id)),
    })),
    webhooks: (shownWebhooks.data?.items ?? []).map((webhook) => ({
      id: webhook.webhookId,
      label: webhook.description || webhook.url,
      note: webhook.status === "paused" ? t("webhookPaused") : webhook.description ? webhook.url : undefined,
      icon: <Webhook aria-hidden />,
      ...go(paths.webhook(webhook.webhookId)),
    })),
  };
}

const most = 12;

/** People within reach and colleagues within sight, searched by the server. */
export function usePeople(text: string): { found: Command[]; isLoading: boolean } {
  const trpc = useTRPC();
  const t = useTranslations("shell.commands");
  const go = useGo();
  const wanted = useTypedText(text);
  const isSearch = wanted.length >= 2 && wanted.length <= 100;
  const asked = { enabled: isSearch, placeholderData: keepPreviousData };
  const reached = useQuery(trpc.people.search.queryOptions({ text: wanted }, asked));
  const seen = useQuery(trpc.people.colleagues.queryOptions({ text: wanted, limit: 6 }, asked));
  const people = (isSearch ? (reached.data ?? []) : []).map(({ id, name, departmentName, status }) => ({
    id,
    label: name,
    note: [departmentName, status === "ACTIVE" ? null : t("personInactive")].filter(Boolean).join(" · "),
    icon: <Avatar name={name} size="sm" />,
    ...go(paths.person(id)),
  }));
  const known = new Set(people.map(({ id }) => id));
  // A colleague within sight only has no page, but days on the wallchart.
  const colleagues = (isSearch ? (seen.data?.items ?? []) : [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, department }) => ({
      id,
      label: name,
      note: `${department.name} · ${t("seeWallchart")}`,
      icon: <Avatar name={name} size="sm" />,
      ...go(`${paths.wallchart}?department=${department.id}`),
    }));
  return {
    isLoading: isSearch && (reached.isLoading || seen.isLoading),
    found: [...people, ...colleagues].slice(0, most),
  };
}
