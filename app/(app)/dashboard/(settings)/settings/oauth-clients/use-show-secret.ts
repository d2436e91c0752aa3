"use client";

import { useTranslations } from "next-intl";
import { useShowNew } from "@/app/_kit/list/use-show-new";

interface MadeSecret {
  client: { clientId: string; name: string };
  secret: string;
}

/** Opens the dialog "Save your client secret". */
export function useShowSecret(): (made: MadeSecret) => void {
  const t = useTranslations("clients");
  const show = useShowNew(t);
  return ({ client: { clientId, name }, secret }) =>
    show({
      secret,
      file: {
        name,
        label: t("once.download"),
        env: { TIMEAWAY_CLIENT_ID: clientId, TIMEAWAY_CLIENT_SECRET: secret },
      },
    });
}
