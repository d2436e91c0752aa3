import { KeyRound, ScrollText, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Command } from "@/app/(app)/dashboard/_shell/commands/command";
import { useGo } from "@/app/(app)/dashboard/_shell/commands/use-go";
import { logQueryOf } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { paths } from "@/app/paths";
import { decodeId } from "@/server/kernel/schema";
import { requestIdPattern } from "@/server/modules/integrations/request-log/values";

/** Links a pasted id directly to its page. */
export function usePasted(text: string): Command[] {
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
