import type { useTranslations } from "next-intl";
import type { RequestView } from "@/server/modules/integrations/request-log/present";

type LogWords = ReturnType<typeof useTranslations<"logs">>;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The scopes that a refused request was missing. */
export const requiredScopesOf = ({ errorCode, error }: Pick<RequestView, "errorCode" | "error">): string[] =>
  errorCode === "INSUFFICIENT_SCOPE"
    ? list(error?.details?.requiredScopes).filter((scope): scope is string => typeof scope === "string")
    : [];

/** "4.3 ms", "1.2 s" */
export function durationWords(ms: number, locale = "en-GB"): string {
  const seconds = ms >= 1000;
  const digits = seconds || ms < 10 ? 1 : 0;
  const amount = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(seconds ? ms / 1000 : ms);
  return `${amount}\u00a0${seconds ? "s" : "ms"}`;
}

/** Why a request was refused, by code. The envelope's text is shown below it. */
const reasons: Record<string, (view: RequestView, t: LogWords) => string> = {
  INSUFFICIENT_SCOPE: (view, t) => {
    const scopes = requiredScopesOf(view).join(", ");
    return scopes ? t("reasons.scopes", { scopes }) : t("reasons.scope");
  },
  RATE_LIMITED: (_, t) => t("reasons.rateLimited"),
  QUOTA_EXCEEDED: (_, t) => t("reasons.quotaExceeded"),
  UNAUTHORIZED: ({ keyName }, t) => (keyName ? t("reasons.keyEnded") : t("reasons.keyUnknown")),
  VALIDATION_ERROR: ({ error }, t) => {
    const count = list(error?.details?.fields).length;
    return count > 0 ? t("reasons.fields", { count }) : t("reasons.input");
  },
  ON_BEHALF_OF_NOT_ALLOWED: (_, t) => t("reasons.onBehalf"),
  RESOURCE_NOT_FOUND: ({ endpoint }, t) => (endpoint ? t("reasons.noResource") : t("reasons.noPath")),
  IDEMPOTENCY_KEY_REUSED: (_, t) => t("reasons.idempotency"),
};

/** Whether a connected app made the request. */
export const isOfApp = ({ api }: Pick<RequestView, "api">): boolean => api === "mcp" || api === "hooks";

/** Codes whose texts speak of a key. */
const ofKeys = ["INSUFFICIENT_SCOPE", "RATE_LIMITED", "QUOTA_EXCEEDED", "UNAUTHORIZED"];

function reasonOf(view: RequestView, t: LogWords): string | undefined {
  const { errorCode } = view;
  if (!errorCode || (isOfApp(view) && ofKeys.includes(errorCode))) return undefined;
  return reasons[errorCode]?.(view, t);
}

/** A one-sentence summary. */
export function summaryOf(view: RequestView, t: LogWords, locale: string): string {
  const { status, durationMs, operationId, isReplay, actingUserName, error } = view;
  if (status >= 500) return t("summary.failed");
  if (status >= 400) {
    const reason = (
      reasonOf(view, t) ??
      error?.description ??
      t("summary.status", { status: String(status) })
    ).replace(/\.$/, "");
    return t(isReplay ? "summary.refusedReplay" : "summary.refused", { reason });
  }
  if (operationId)
    return t(isReplay ? "summary.acceptedReplay" : "summary.accepted", { operation: operationId });
  const answer = { status: String(status), duration: durationWords(durationMs, locale) };
  if (isReplay) return t("summary.answeredReplay", answer);
  return actingUserName
    ? t("summary.answeredFor", { ...answer, name: actingUserName })
    : t("summary.answered", answer);
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command. Secrets and values are never stored, so they are placeholders. */
export function curlOf(view: RequestView, baseUrl: string): string {
  const { method, path, query, api, idempotencyKey, bodyFields } = view;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(baseUrl + path + (query ? `?${query}` : ""))}`,
  ];
  if (api === "v2") lines.push('-H "Authorization: Bearer $TIMEAWAY_API_KEY"');
  if (api === "hooks") lines.push('-H "Authorization: Bearer $TIMEAWAY_ACCESS_TOKEN"');
  if (api === "scim") lines.push('-H "Authorization: Bearer $TIMEAWAY_SCIM_TOKEN"');
  if (api === "v1") lines.push('-H "x-api-key: $TIMEAWAY_LEGACY_KEY"');
  if (idempotencyKey) lines.push(`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`);
  if (api !== "v1" && bodyFields) {
    const body = `{${bodyFields.map((name) => `${JSON.stringify(name)}: …`).join(", ")}}`;
    const type = api === "scim" ? "application/scim+json" : "application/json";
    lines.push(`-H "Content-Type: ${type}"`, `-d ${quoted(body)}`);
  }
  return lines.join(" \\\n  ");
}
