import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { KeyRound, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTypedText } from "@/app/_kit/ui/use-typed-text";
import { useTRPC } from "@/app/_trpc/queries";
import { useGo } from "@/app/(app)/dashboard/_shell/commands/use-go";
import { paths } from "@/app/paths";

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
    hasKeys: (keys.data?.items ?? []).length > 0,
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
