import type { useTranslations } from "next-intl";
import type { DeliveryError } from "@/drizzle/schema/values";

/** The translations of the area "webhooks", for server and browser. */
export type WebhookWords = ReturnType<typeof useTranslations<"webhooks">>;

/** "Made by Zapier"; null if no app created it. */
export function madeByWords(t: WebhookWords, app: { name: string | null } | null): string | null {
  if (!app) return null;
  return app.name === null ? t("madeBy.gone") : t("madeBy.app", { app: app.name });
}

interface Failure {
  error: DeliveryError | null;
  httpStatus: number | null;
  /** The cause in the sender's words, if known. */
  message?: string | null;
}

/** Why an attempt failed, for the owner of the endpoint. */
export function failureWords(t: WebhookWords, { error, httpStatus, message }: Failure): string {
  if (error === "HTTP_STATUS" && httpStatus !== null) return statusWords(t, httpStatus);
  if (error === "REDIRECT") return t("errors.REDIRECT");
  return message ?? t(`errors.${error ?? "unknown"}`);
}

const named = [401, 403, 404, 405, 410, 429] as const;

function statusWords(t: WebhookWords, status: number): string {
  const known = named.find((one) => one === status);
  return known ? t(`answered.${known}`) : t("answered.other", { status });
}

/** "hooks.example.com", the part that distinguishes webhooks. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** The part after the host; empty for the root. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { pathname, search } = new URL(url);
  return pathname === "/" && !search ? "" : pathname + search;
}
