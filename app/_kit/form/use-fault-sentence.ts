import { useFormatter, useLocale, useMessages, useTranslations } from "next-intl";
import { numbers, sentenceOf } from "@/app/_kit/form/fault-words";
import type { Reason } from "@/server/kernel/reasons";

const days = /\b\d{4}-\d\d-\d\d\b/g;
const isDay = /^\d{4}-\d\d-\d\d$/;

/** A timestamp of the API. */
const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The exact reason of a refusal in the page's language; null where the page has no words for it, as in most pages in English. */
export function useReasonSentence(): (reason: Reason) => string | null {
  const t = useTranslations("faults");
  const isTranslated = "faults" in useMessages();
  const format = useFormatter();
  const read = ([name, value]: [string, string | number]): [string, string | number] => {
    if (typeof value === "number") return [name, value];
    if (isDay.test(value))
      return [name, format.dateTime(new Date(`${value}T12:00:00Z`), "day", { timeZone: "UTC" })];
    return [name, isInstant.test(value) ? format.dateTime(new Date(value), "moment") : value];
  };
  return ({ key, values }) =>
    // A process of a later version may know a reason that this page does not.
    isTranslated && t.has(`because.${key}`)
      ? t(`because.${key}` as "because.allOpen", Object.fromEntries(Object.entries(values).map(read)))
      : null;
}

/**
 * A fault's message in the page's language. An unknown message is returned as it is, and so is every message in English, but for the form
 * of its dates, unless the page provides the area `faults`.
 * @param rowOf turns a row's index into the number that the user knows it by
 */
export function useFaultSentence(rowOf: (row: number) => number = (row) => row): (message: string) => string {
  const t = useTranslations("faults");
  const isTranslated = "faults" in useMessages();
  const isEnglish = useLocale().startsWith("en");
  const format = useFormatter();
  const dayOf = (text: string): string =>
    format.dateTime(new Date(`${text}T12:00:00Z`), "day", { timeZone: "UTC" });
  const read = ([name, text]: [string, string]): [string, string | number] => {
    if (name === "row") return [name, rowOf(Number(text))];
    return [name, isDay.test(text) ? dayOf(text) : (numbers[name]?.(text) ?? text)];
  };
  return (message) => {
    const sentence = isTranslated ? sentenceOf(message) : null;
    if (!sentence) return isEnglish ? message.replaceAll(days, dayOf) : message;
    const named = Object.fromEntries(Object.entries(sentence.named).map(read));
    return t(sentence.key as "sameAddress", named as { row: number });
  };
}
