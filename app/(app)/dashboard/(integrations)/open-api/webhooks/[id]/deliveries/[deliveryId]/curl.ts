import type { DeliveryDetail } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

/** Quotes a text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Headers that curl sets itself; copied ones would be wrong. */
const ownHeaders = ["content-length", "host", "connection", "transfer-encoding"];

/** The last attempt as a command that sends the same request, signature included. */
export function curlOf({
  attemptLog,
  requestBody,
}: Pick<DeliveryDetail, "attemptLog" | "requestBody">): string | null {
  const last = attemptLog.at(-1);
  if (!last) return null;
  const headers = Object.entries(last.requestHeaders)
    .filter(([name]) => !ownHeaders.includes(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -X POST ${quoted(last.url)}`, ...headers, `--data-raw ${quoted(requestBody ?? "")}`].join(
    " \\\n  ",
  );
}
