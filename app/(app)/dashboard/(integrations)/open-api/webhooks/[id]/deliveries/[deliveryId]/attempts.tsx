import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { cn } from "@/app/_kit/ui/class-names";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import type { AttemptView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { failureWords } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";

/** Every attempt, newest first; the newest is open. */
export function Attempts({ attempts, narrow }: { attempts: readonly AttemptView[]; narrow: boolean }) {
  const t = useTranslations("webhooks");
  const newest = attempts.at(-1)?.number;
  return (
    <section aria-labelledby="attempts-heading" className="flex flex-col gap-3">
      <h2 id="attempts-heading" className="font-semibold">
        {t("delivery.attempts")}
      </h2>
      {attempts.length === 0 ? <p className="text-muted">{t("delivery.noAttempt")}</p> : null}
      <ol aria-labelledby="attempts-heading" className="flex flex-col gap-3 empty:hidden">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <Attempt attempt={attempt} open={attempt.number === newest} narrow={narrow} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type AttemptProps = { attempt: AttemptView; open: boolean; narrow: boolean };

function Attempt({ attempt, open, narrow }: AttemptProps) {
  const t = useTranslations("webhooks");
  const { number, attemptedAt, durationMs, httpStatus, error } = attempt;
  const Icon = error ? CircleX : CircleCheck;
  return (
    <Card>
      <div className="flex items-start gap-2.5">
        <Icon
          aria-hidden
          className={`mt-0.5 size-4 shrink-0 ${error ? "text-danger-text" : "text-success-text"}`}
        />
        <div className="min-w-0">
          <h3 className="font-medium">
            {t("delivery.attempt", {
              number,
              outcome: error
                ? failureWords(t, attempt)
                : t("delivery.received", { status: httpStatus ?? "" }),
            })}
          </h3>
          <p className="text-muted text-xs">
            <RelativeTime at={attemptedAt} show="local" /> · {t("deliveries.ms", { ms: durationMs })} ·{" "}
            <span className="wrap-anywhere">{attempt.url}</span>
          </p>
        </div>
      </div>
      <details open={open} className="group mt-3">
        <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm font-medium text-muted hover:text-fg">
          {t("delivery.exchange", { number })}
        </summary>
        <div className={cn("mt-3 grid gap-3", !narrow && "lg:grid-cols-2")}>
          <CodeBlock
            label={t("delivery.requestHeaders", { number })}
            code={headerText(attempt.requestHeaders)}
          />
          <CodeBlock
            label={t("delivery.responseHeaders", { number })}
            code={attempt.responseHeaders ? headerText(attempt.responseHeaders) : t("delivery.noAnswer")}
          />
          <CodeBlock label={t("delivery.signedText", { number })} code={attempt.signedText} />
          <CodeBlock
            label={t("delivery.responseBody", { number })}
            code={attempt.responseBody || t("delivery.empty")}
          />
        </div>
      </details>
    </Card>
  );
}

const headerText = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
