import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/app/_kit/ui/card";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { Attempts } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/attempts";
import { againOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/again";
import { Response } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/response";
import { Subject } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/subject";
import type {
  DeliveryDetail,
  WebhookView,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import type { WebhookWords } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";
import { paths } from "@/app/paths";

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
