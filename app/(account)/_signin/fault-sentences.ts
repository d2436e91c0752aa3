import { getTranslations } from "next-intl/server";
import { numbers, sentenceOf } from "@/app/_kit/form/fault-words";

/** The server's messages in the page's language, for forms that work without JavaScript; an unknown message is returned as it is. */
export async function faultSentences(): Promise<(message: string) => string> {
  const t = await getTranslations("faults");
  return (message) => {
    const sentence = sentenceOf(message);
    if (!sentence) return message;
    const read = ([name, text]: [string, string]) => [name, numbers[name]?.(text) ?? text];
    return t(sentence.key as "length", Object.fromEntries(Object.entries(sentence.named).map(read)));
  };
}
