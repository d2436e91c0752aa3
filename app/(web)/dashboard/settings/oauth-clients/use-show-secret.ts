"use client";

import { useTranslations } from "next-intl";
import { useShowOnce } from "@/app/_ui/copy-once";
import { envFileName } from "@/app/_ui/copy-once-dialog";

interface MadeSecret {
  client: { clientId: string; name: string };
  secret: string;
}

/** Opens the dialog "Save your client secret", whatever page is behind it. */
export function useShowSecret(): (made: MadeSecret) => void {
  const t = useTranslations("clients");
  const show = useShowOnce();
  return ({ client, secret }) =>
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
        fileName: envFileName(client.name),
        content: `TIMEAWAY_CLIENT_ID=${client.clientId}\nTIMEAWAY_CLIENT_SECRET=${secret}\n`,
      },
    });
}
