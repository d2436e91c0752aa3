"use client";

import { Tabs } from "@base-ui/react/tabs";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import type { WebhookWords } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { verificationSamples } from "@/server/modules/integrations/webhooks/verification-samples";

/**
 * Samples that verify a delivery, one tab for each language.
 * @param t passed in, because the dialog that shows a secret renders outside the pages that have these translations
 */
export function Verification({ t }: { t: WebhookWords }) {
  return (
    <Tabs.Root defaultValue={verificationSamples[0].language} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{t("verify.title")}</span>
        <Tabs.List aria-label={t("verify.language")} className="flex gap-1">
          {verificationSamples.map(({ language }) => (
            <Tabs.Tab
              key={language}
              value={language}
              className="min-h-7 rounded-md px-2.5 font-medium text-muted hover:bg-hover hover:text-fg aria-selected:bg-hover aria-selected:text-fg forced-colors:aria-selected:underline pointer-coarse:min-h-11"
            >
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {verificationSamples.map(({ language, code }) => (
        <Tabs.Panel key={language} value={language} className="min-w-0 rounded-lg">
          <CodeBlock label={t("verify.sample", { language })} code={code} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
