"use client";

import { useTranslations } from "next-intl";
import { useShowNew } from "@/app/_kit/list/use-show-new";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { curlExample } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";

/** A newly created key. */
export interface NewKey {
  name: string;
  plain: string;
  baseUrl: string;
  /** A path for the first call; null when the scopes allow no endpoint yet. */
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
