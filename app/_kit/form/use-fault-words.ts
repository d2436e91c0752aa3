import { useFormatter, useLocale, useMessages, useTranslations } from "next-intl";
import { dayOf, readValues, wordsOfFault } from "@/app/_kit/form/fault-words";
import type { FieldError } from "@/server/kernel/errors";
import type { Reason } from "@/server/kernel/reasons";

const days = /\b\d{4}-\d\d-\d\d\b/g;
/** The exact reason of a refusal in the page's language; null where the page has no words for it, as in most pages in English. */
export function useReasonSentence(): (reason: Reason) => string | null {
  const t = useTranslations("faults");
  const isTranslated = "faults" in useMessages();
  const format = useFormatter();
  return ({ key, values }) =>
    // A process of a later version may know a reason that this page does not.
    isTranslated && t.has(`because.${key}`)
      ? t(`because.${key}` as "because.allOpen", readValues(values, format))
      : null;
}

/** A message of the API with its dates as the page has them, where the page is in English too; null in another language. */
export function useEnglishSentence(): (message: string) => string | null {
  const isEnglish = useLocale().startsWith("en");
  const format = useFormatter();
  return (message) => (isEnglish ? message.replaceAll(days, (text) => dayOf(format, text)) : null);
}

/** A field's fault, as the server finds it. */
export type Fault = Pick<FieldError, "message" | "reason">;

/**
 * The words of a field's fault in the page's language; the API's sentence where the fault has no reason, or one of a later version.
 * @param rowOf turns a row's index into the number that the user knows it by
 */
export function useFaultWords(rowOf?: (row: number) => number): (fault: Fault) => string {
  const t = useTranslations("fields");
  return wordsOfFault({ t, format: useFormatter(), rowOf });
}
