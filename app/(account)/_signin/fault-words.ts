import { getFormatter, getTranslations } from "next-intl/server";
import { wordsOfFault } from "@/app/_kit/form/fault-words";

/** The words of fields' faults in the page's language, for forms that work without JavaScript. */
export const faultWords = async () =>
  wordsOfFault({ t: await getTranslations("fields"), format: await getFormatter() });
