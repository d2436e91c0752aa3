import { useFormatter, useTranslations } from "next-intl";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import type { DeliveryError } from "@/drizzle/schema/values";

type Standing = Pick<DeliveryView, "status" | "nextAttemptAt">;

/**
 * How a delivery can be sent again: one that waits for its retry by an early retry, a completed one as a copy. Null while it is being sent.
 */
export function againOf({ status, nextAttemptAt }: Standing): "retry" | "redeliver" | null {
  if (status === "pending") return nextAttemptAt === null ? null : "retry";
  return status === "held" ? null : "redeliver";
}

/** The end of an id, enough to distinguish it. */
export const shortId = (id: string): string => `…${id.slice(-6)}`;

/**
 * "Ana Ilić · 1 Dec 2026 – 3 Dec 2026": the employee of a delivery and the leave dates. Renders nothing for an employee outside the user's
 * sight.
 */
export function Subject({ subject }: Pick<DeliveryView, "subject">) {
  const format = useFormatter();
  if (!subject) return null;
  const { name, leave } = subject;
  // A calendar date has no zone. Two dates, not a range: browsers and the server write ranges with different spaces.
  const day = (date: string) => format.dateTime(new Date(`${date}T12:00:00Z`), "day", { timeZone: "UTC" });
  const dates = leave && [...new Set([leave.startDate, leave.endDate])].map(day).join(" – ");
  return (
    <span className="text-muted text-xs">
      <bdi className="text-fg">{name}</bdi>
      {dates ? ` · ${dates}` : null}
    </span>
  );
}

/** Errors that have a status, which says more. */
const isAnswered = (error: DeliveryError): error is "HTTP_STATUS" | "REDIRECT" =>
  error === "HTTP_STATUS" || error === "REDIRECT";

type Props = { outcome: { httpStatus: number | null; error: DeliveryError | null } };

/** "200", or in a few words why there was no response. */
export function Response({ outcome: { httpStatus, error } }: Props) {
  const t = useTranslations("webhooks");
  const words = error && !isAnswered(error) ? t(`short.${error}`) : undefined;
  if (httpStatus === null && !words) return <span className="text-muted">–</span>;
  return (
    <span className="tabular-nums">
      {httpStatus}
      {httpStatus !== null && words ? ", " : null}
      {words}
    </span>
  );
}
