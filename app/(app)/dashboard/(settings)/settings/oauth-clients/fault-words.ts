import type { useTranslations } from "next-intl";

export type ClientWords = ReturnType<typeof useTranslations<"clients">>;

/** A server-side fault of one line, with the line's number. */
export function faultWords(t: ClientWords, path: string, message: string): string {
  const [field, index] = path.split(".");
  if (field !== "redirectUris" || index === undefined) return message;
  return t("form.line", { number: Number(index) + 1, fault: message });
}
