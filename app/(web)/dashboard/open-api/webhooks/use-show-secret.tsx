"use client";

import { useTranslations } from "next-intl";
import { useShowOnce } from "@/app/_ui/copy-once";
import { envFileName } from "@/app/_ui/copy-once-dialog";
import { Verification } from "@/app/(web)/dashboard/open-api/webhooks/verification";
import { hostOf } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";

/** Opens the dialog "Save your signing secret", whatever page is behind it. */
export function useShowSecret(): (made: { url: string; secret: string }) => void {
  const t = useTranslations("webhooks");
  const show = useShowOnce();
  return ({ url, secret }) =>
    show({
      title: t("once.title"),
      description: t("once.description"),
      label: t("once.label"),
      words: {
        copy: t("once.copy"),
        download: t("once.download"),
        stored: t("once.stored"),
        needed: t("once.needed"),
        closing: t("once.closing"),
        done: t("once.done"),
      },
      value: secret,
      env: {
        fileName: envFileName(`webhook ${hostOf(url)}`),
        content: `TIMEAWAY_WEBHOOK_SECRET=${secret}\n`,
      },
      example: <Verification t={t} />,
    });
}
