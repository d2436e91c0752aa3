import type { DeliveryError } from "@/drizzle/schema/values";
import { BlockedAddress, DnsFailure } from "./resolve";

interface Failure {
  error: DeliveryError;
  message: string;
}

const byCode: Record<string, Failure> = {
  DEADLINE: { error: "TIMEOUT", message: "Your endpoint didn't respond in time." },
  UND_ERR_CONNECT_TIMEOUT: { error: "TIMEOUT", message: "Couldn't connect within 3 seconds." },
  ETIMEDOUT: { error: "TIMEOUT", message: "Couldn't connect in time." },
  UND_ERR_HEADERS_OVERFLOW: {
    error: "RESPONSE_TOO_LARGE",
    message: "The response's headers are larger than 16 KiB.",
  },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    error: "INVALID_RESPONSE",
    message: "The response isn't valid HTTP: its length is given twice or is wrong.",
  },
  UND_ERR_SOCKET: { error: "RESET", message: "The connection was closed before a response arrived." },
  ECONNRESET: { error: "RESET", message: "The connection was reset before a response arrived." },
  EPIPE: { error: "RESET", message: "The connection was closed while the request was being sent." },
  ECONNREFUSED: { error: "CONNECT", message: "The connection was refused." },
  CERT_HAS_EXPIRED: { error: "TLS", message: "The certificate has expired." },
  DEPTH_ZERO_SELF_SIGNED_CERT: { error: "TLS", message: "The certificate is self-signed." },
  SELF_SIGNED_CERT_IN_CHAIN: {
    error: "TLS",
    message: "The certificate chain ends in a self-signed certificate.",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: { error: "TLS", message: "The certificate is for a different hostname." },
};

const tlsCode =
  /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/;

/** Describes a failure for the log. Reveals no more about our own network than the receiver's owner needs. */
export function explainFailure(thrown: unknown): Failure {
  if (thrown instanceof DnsFailure) return { error: "DNS", message: thrown.message };
  if (thrown instanceof BlockedAddress) return { error: "BLOCKED_ADDRESS", message: thrown.message };
  if (isMalformed(thrown)) return { error: "INVALID_RESPONSE", message: "The response isn't valid HTTP." };
  const code = codeOf(thrown);
  const known = byCode[code];
  if (known) return known;
  if (tlsCode.test(code)) return { error: "TLS", message: `The TLS handshake failed (${code}).` };
  return { error: "CONNECT", message: `The connection failed${code ? ` (${code})` : ""}.` };
}

/** Undici gives parser errors a code or only a name, throws an assertion error, or calls a provisional or switching response "bad". */
const isMalformed = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (thrown.name === "HTTPParserError" ||
    /^(?:HPE_|ERR_ASSERTION$)/.test(codeOf(thrown)) ||
    /^bad (?:response|upgrade)$/.test(thrown.message));

/** When several addresses were tried, the first error counts for all. */
function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && typeof Reflect.get(thrown, "code") !== "string")
    return codeOf(thrown.errors[0]);
  const code = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
  return typeof code === "string" ? code : "";
}
