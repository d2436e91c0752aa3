import { useTranslations } from "next-intl";
import type { DeliveryError } from "@/drizzle/schema/values";

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
