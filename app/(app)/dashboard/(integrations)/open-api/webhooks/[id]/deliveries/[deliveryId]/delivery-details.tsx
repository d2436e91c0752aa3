import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/app/_kit/ui/card";
import { cn } from "@/app/_kit/ui/class-names";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import {
  againOf,
  Response,
  Subject,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/delivery-parts";
import type {
  AttemptView,
  DeliveryDetail,
  WebhookView,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import {
  failureWords,
  type WebhookWords,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";

/** Every attempt, newest first; the newest is open. */
function Attempts({ attempts, narrow }: { attempts: readonly AttemptView[]; narrow: boolean }) {
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

/** All details of one delivery. @param narrow beside a table, with too little width for columns */
export function DeliveryDetails({
  delivery,
  narrow = false,
}: {
  delivery: DeliveryDetail;
  narrow?: boolean;
}) {
  const t = useTranslations("webhooks");
  return (
    <div className="flex flex-col gap-5">
      <Facts delivery={delivery} narrow={narrow} />
      <Attempts attempts={delivery.attemptLog} narrow={narrow} />
      <section aria-labelledby="body-heading" className="flex flex-col gap-3">
        <h2 id="body-heading" className="font-semibold">
          {t("delivery.requestBody")}
        </h2>
        <CodeBlock
          label={t("delivery.requestBody")}
          code={delivery.requestBody === null ? t("delivery.notMade") : pretty(delivery.requestBody)}
        />
      </section>
    </div>
  );
}

/** Why a delivery cannot be sent again now; null when it can. */
export function refusalOf(
  t: WebhookWords,
  { status }: Pick<WebhookView, "status">,
  delivery: Pick<DeliveryDetail, "status" | "nextAttemptAt">,
): string | null {
  if (status === "revoked") return t("redeliver.refusedRevoked");
  if (status === "paused") return t("redeliver.refusedPaused");
  return againOf(delivery) ? null : t("redeliver.refusedPending");
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Facts({ delivery, narrow }: { delivery: DeliveryDetail; narrow: boolean }) {
  const t = useTranslations("webhooks");
  const { webhookId, subject, redeliveryOf, messageId, createdAt, nextAttemptAt, attempts } = delivery;
  const facts = (
    <dl className={narrow ? "grid gap-3" : "grid gap-x-8 gap-y-4 pt-1 sm:grid-cols-3"}>
      {subject ? (
        <Fact term={t("delivery.subject")}>
          <Subject subject={subject} />
        </Fact>
      ) : null}
      <Fact term={t("delivery.eventId")}>
        <code className="font-mono text-xs wrap-anywhere">{messageId}</code>
      </Fact>
      <Fact term={t("delivery.created")}>
        <RelativeTime at={createdAt} show="local" />
      </Fact>
      <Fact term={t("delivery.attempts")}>{attempts}</Fact>
      <Fact term={t("delivery.response")}>
        <Response outcome={delivery} />
      </Fact>
      {nextAttemptAt ? (
        <Fact term={t("delivery.nextAttempt")}>
          <RelativeTime at={nextAttemptAt} show="local" />
        </Fact>
      ) : null}
      {redeliveryOf ? (
        <Fact term={t("delivery.redeliveryOf")}>
          <TextLink
            href={paths.delivery(webhookId, redeliveryOf)}
            className="font-mono text-xs wrap-anywhere"
          >
            {redeliveryOf}
          </TextLink>
        </Fact>
      ) : null}
    </dl>
  );
  return narrow ? facts : <Card>{facts}</Card>;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
