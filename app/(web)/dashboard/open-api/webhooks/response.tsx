import type { DeliveryError } from "@/drizzle/schema/values";

const shortWords: Partial<Record<DeliveryError, string>> = {
  TIMEOUT: "Timeout",
  DNS: "DNS",
  BLOCKED_ADDRESS: "Not a public address",
  CONNECT: "No connection",
  TLS: "TLS",
  RESET: "Connection closed",
  RESPONSE_TOO_LARGE: "Answer too large",
  INVALID_RESPONSE: "Not HTTP",
  OUT_OF_REACH: "Out of reach",
  NOT_REPLAYED: "Not replayed",
  WEBHOOK_REVOKED: "Webhook deleted",
};

type Props = { outcome: { httpStatus: number | null; error: DeliveryError | null } };

/** "200", or in a few words why there was none. */
export function Response({ outcome: { httpStatus, error } }: Props) {
  const words = error ? shortWords[error] : undefined;
  if (httpStatus === null && !words) return <span className="text-muted">–</span>;
  return (
    <span className="tabular-nums">
      {httpStatus}
      {httpStatus !== null && words ? ", " : null}
      {words}
    </span>
  );
}
