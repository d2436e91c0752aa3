"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { Card } from "@/app/_ui/card";
import { cn } from "@/app/_ui/class-names";
import { CodeBlock } from "@/app/_ui/code-block";
import { LinkButton } from "@/app/_ui/link-button";
import { curlExample } from "@/app/(web)/dashboard/open-api/keys/curl-example";
import { paths } from "@/app/(web)/dashboard/paths";
import type { ApiKeyView } from "@/server/modules/api-keys/present";

const askedEveryMs = 3_000;

type Props = {
  keys: ApiKeyView[];
  baseUrl: string;
  /** What the first call can read; null when no endpoint is open to the scopes. */
  path: string | null;
  hasWebhook: boolean;
};

const isUsed = ({ lastUsedAt }: ApiKeyView) => lastUsedAt !== null;

/** Steps that tick themselves: the first call is noticed while the page is open. */
export function GetStarted({ keys, baseUrl, path, hasWebhook }: Props) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.apiKeys.list.queryOptions(
      { owner: "mine" },
      {
        initialData: keys,
        refetchInterval: ({ state }) =>
          state.data?.length && !state.data.some(isUsed) ? askedEveryMs : false,
      },
    ),
  );
  const hasKey = data.length > 0;
  const called = data.some(isUsed);
  return (
    <Card title="Get started" titleId="get-started">
      <ol aria-labelledby="get-started" className="flex flex-col gap-5 pt-1">
        <Step number={1} title="Create a key" done={hasKey}>
          {hasKey ? null : (
            <div className="flex flex-col items-start gap-3">
              <p className="max-w-[65ch] text-muted">
                It acts as you, within the scopes that you choose. It can never see more than you can.
              </p>
              <LinkButton href={paths.newKey} variant="primary">
                Create API key
              </LinkButton>
            </div>
          )}
        </Step>
        <Step number={2} title="Make the first call" done={called}>
          <div className="flex flex-col gap-2">
            {path ? (
              <CodeBlock label="First call" code={curlExample(baseUrl, path, "$TIMEAWAY_API_KEY")} />
            ) : (
              <p className="text-muted">Your keys have no scope that can read anything yet.</p>
            )}
            <p role="status" className={called ? "font-medium text-success-text" : "text-muted"}>
              {called
                ? "The first call has arrived."
                : hasKey
                  ? "Waiting for the first call. This page notices it by itself."
                  : ""}
            </p>
          </div>
        </Step>
        <Step number={3} title="Add a webhook" done={hasWebhook}>
          {hasWebhook ? null : (
            <div className="flex flex-col items-start gap-3">
              <p className="max-w-[65ch] text-muted">
                Your server is told at once when leave or people change, instead of asking again and again.
              </p>
              <LinkButton href={paths.newWebhook}>Add webhook</LinkButton>
            </div>
          )}
        </Step>
      </ol>
    </Card>
  );
}

type StepProps = { number: number; title: string; done: boolean; children: ReactNode };

function Step({ number, title, done, children }: StepProps) {
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
          {done ? <span className="sr-only"> (done)</span> : null}
        </h3>
        {children}
      </div>
    </li>
  );
}
