"use client";

import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_ui/code-block";
import { useShowOnce } from "@/app/_ui/copy-once";
import { envFileName, type Once } from "@/app/_ui/copy-once-dialog";
import { curlExample } from "@/app/(web)/dashboard/open-api/keys/curl-example";
import type { KeyWords } from "@/app/(web)/dashboard/open-api/keys/scope-words";

/** A key that was just made. */
export interface NewKey {
  name: string;
  plain: string;
  baseUrl: string;
  /** A path that its first call can ask for; null when no endpoint is open to it yet. */
  firstPath: string | null;
}

const onceOf = (t: KeyWords, { name, plain, baseUrl, firstPath }: NewKey): Once => ({
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
  value: plain,
  env: {
    fileName: envFileName(name),
    content: `TIMEAWAY_API_KEY=${plain}\nTIMEAWAY_BASE_URL=${baseUrl}\n`,
  },
  example: firstPath ? (
    <CodeBlock
      label={t("once.firstCall")}
      code={curlExample(baseUrl, firstPath, plain)}
      copyLabel={t("once.copyFirstCall")}
    />
  ) : null,
});

/** Opens the dialog "Save your API key", whatever page is behind it. */
export function useShowNewKey(): (made: NewKey) => void {
  const t = useTranslations("keys");
  const show = useShowOnce();
  return (made) => show(onceOf(t, made));
}
