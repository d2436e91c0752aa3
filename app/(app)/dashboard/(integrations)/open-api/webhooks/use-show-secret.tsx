"use client";

import { useTranslations } from "next-intl";
import { useShowNew } from "@/app/_kit/list/use-show-new";
import { Verification } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/verification";
import { hostOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";

/** Opens the dialog "Save your signing secret". */
export function useShowSecret(): (made: { url: string; secret: string }) => void {
  const t = useTranslations("webhooks");
  const show = useShowNew(t);
  return ({ url, secret }) =>
    show({
      secret,
      file: {
        name: `webhook ${hostOf(url)}`,
        label: t("once.download"),
        env: { TIMEAWAY_WEBHOOK_SECRET: secret },
      },
      example: <Verification t={t} />,
    });
}
