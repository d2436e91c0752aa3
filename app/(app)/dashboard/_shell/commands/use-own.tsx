import { useQuery } from "@tanstack/react-query";
import { KeyRound, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/queries";
import { useGo } from "@/app/(app)/dashboard/_shell/commands/use-go";
import { paths } from "@/app/paths";

/** The user's keys and webhooks, most recently used or created first. */
export function useOwn() {
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
