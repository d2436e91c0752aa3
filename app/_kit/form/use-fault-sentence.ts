import { useFormatter, useMessages, useTranslations } from "next-intl";
import { sentenceOf } from "@/app/_kit/form/fault-words";

type Read = (text: string) => string | number;

const numbers: Record<string, Read> = {
  limit: (text) => Number(text.replaceAll(",", "")),
  days: Number,
  hours: Number,
  counted: Number,
  given: Number,
};

/**
 * A fault's message in the page's language. An unknown message is returned as it is, and so is every message in English, unless the page
 * provides the area `faults`.
 * @param rowOf turns a row's index into the number that the user knows it by
 */
export function useFaultSentence(rowOf: (row: number) => number = (row) => row): (message: string) => string {
  const t = useTranslations("faults");
  const isTranslated = "faults" in useMessages();
  const format = useFormatter();
  const read = ([name, text]: [string, string]): [string, string | number] => {
    if (name === "row") return [name, rowOf(Number(text))];
    if (name !== "date") return [name, numbers[name]?.(text) ?? text];
    return [name, format.dateTime(new Date(`${text}T12:00:00Z`), "day", { timeZone: "UTC" })];
  };
  return (message) => {
    const sentence = isTranslated ? sentenceOf(message) : null;
    if (!sentence) return message;
    const named = Object.fromEntries(Object.entries(sentence.named).map(read));
    return t(sentence.key as "sameAddress", named as { row: number });
  };
}
