import { useFormatter } from "next-intl";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

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
