"use client";

import { useTranslations } from "next-intl";
import { useShowNew } from "@/app/_resource/use-show-new";
import { CodeBlock } from "@/app/_ui/code-block";
import { curlExample } from "@/app/(web)/dashboard/open-api/keys/curl-example";

/** A key that was just made. */
export interface NewKey {
  name: string;
  plain: string;
  baseUrl: string;
  /** A path that its first call can ask for; null when no endpoint is open to it yet. */
  firstPath: string | null;
}

/** Opens the dialog "Save your API key". */
export function useShowNewKey(): (made: NewKey) => void {
  const t = useTranslations("keys");
  const show = useShowNew(t);
  return ({ name, plain, baseUrl, firstPath }) =>
    show({
      secret: plain,
      file: {
        name,
        label: t("once.download"),
        env: { TIMEAWAY_API_KEY: plain, TIMEAWAY_BASE_URL: baseUrl },
      },
      example: firstPath ? (
        <CodeBlock
          label={t("once.firstCall")}
          code={curlExample(baseUrl, firstPath, plain)}
          copyLabel={t("once.copyFirstCall")}
        />
      ) : null,
    });
}
