"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/app/_kit/ui/card";
import { cn } from "@/app/_kit/ui/class-names";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { useTRPC } from "@/app/_trpc/queries";
import { curlExample } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { paths } from "@/app/paths";

const askedEveryMs = 3_000;

/** The user's keys, and those of them that were used. */
type KeyCounts = { all: number; active: number; unused: number; expiring: number; used: number };

type Props = {
  counts: KeyCounts;
  baseUrl: string;
  /** A path for the first call; null when the scopes allow no endpoint. */
  path: string | null;
  hasWebhook: boolean;
};

/** Steps that complete themselves: the page polls for the first call. */
export function GetStarted({ counts, baseUrl, path, hasWebhook }: Props) {
  const t = useTranslations("overview.start");
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.apiKeys.counts.queryOptions(undefined, {
      initialData: counts,
      refetchInterval: ({ state }) => (state.data?.all && !state.data.used ? askedEveryMs : false),
    }),
  );
  const hasKey = data.all > 0;
  const called = data.used > 0;
  return (
    <Card title={t("title")} titleId="get-started">
      <ol aria-labelledby="get-started" className="flex flex-col gap-5 pt-1">
        <Step number={1} title={t("key")} done={hasKey}>
          {hasKey ? null : (
            <div className="flex flex-col items-start gap-3">
              <p className="max-w-[65ch] text-muted">{t("keyText")}</p>
              <LinkButton href={paths.newKey} variant="primary">
                {t("createKey")}
              </LinkButton>
            </div>
          )}
        </Step>
        <Step number={2} title={t("call")} done={called}>
          <div className="flex flex-col gap-2">
            {path ? (
              <CodeBlock label={t("callLabel")} code={curlExample(baseUrl, path, "$TIMEAWAY_API_KEY")} />
            ) : (
              <p className="text-muted">{t("noScope")}</p>
            )}
            <p role="status" className={called ? "font-medium text-success-text" : "text-muted"}>
              {called ? t("arrived") : hasKey ? t("waiting") : ""}
            </p>
          </div>
        </Step>
        <Step number={3} title={t("webhook")} done={hasWebhook}>
          {hasWebhook ? null : (
            <div className="flex flex-col items-start gap-3">
              <p className="max-w-[65ch] text-muted">{t("webhookText")}</p>
              <LinkButton href={paths.newWebhook}>{t("addWebhook")}</LinkButton>
            </div>
          )}
        </Step>
      </ol>
    </Card>
  );
}

type StepProps = { number: number; title: string; done: boolean; children: ReactNode };

function Step({ number, title, done, children }: StepProps) {
  const t = useTranslations("overview.start");
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className={cn(
          "flex size-6 items-center justify-center rounded-full border font-medium text-xs",
          done ? "border-success-line bg-success-soft text-success-text" : "border-control text-muted",
        )}
      >
        {done ? <Check className="size-3.5" /> : number}
      </span>
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className={cn("pt-0.5 font-medium", done && "text-muted")}>
          {title}
          {done ? <span className="sr-only"> {t("done")}</span> : null}
        </h3>
        {children}
      </div>
    </li>
  );
}
