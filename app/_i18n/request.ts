import { getRequestConfig } from "next-intl/server";
import { formats } from "@/app/_i18n/formats";
import { fallbackLanguage, type Language, localeOf } from "@/app/_i18n/languages";
import { currentLanguage, currentTimeZone } from "@/app/_i18n/preferences";
import "server-only";
import { type Area, areas } from "@/app/_i18n/areas";
import type { Messages } from "@/app/_i18n/message-types";
import { catalogue } from "@/server/kernel/errors";

const loaded = new Map<Language, Promise<Messages>>();

/** All messages of a language; loaded once. */
function loadMessages(language: Language): Promise<Messages> {
  const messages = loaded.get(language) ?? read(language);
  loaded.set(language, messages);
  return messages;
}

async function read(language: Language): Promise<Messages> {
  const entries = areas.map(async (area) => [area, await readArea(language, area)] as const);
  // A test checks every language for the keys of the English messages.
  return Object.fromEntries(await Promise.all(entries)) as Messages;
}

/** The server's error texts: the catalogue has them in English. */
const englishCodes = () =>
  Object.fromEntries(
    Object.entries(catalogue).map(([code, [, name, description, resolution]]) => [
      code,
      { name, description, resolution },
    ]),
  );

async function readArea(language: Language, area: Area): Promise<unknown> {
  if (area === "codes" && language === fallbackLanguage) return englishCodes();
  const file: { default: unknown } = await import(`./messages/${language}/${area}.json`);
  return file.default;
}

/** next-intl calls this once per request. */
export default getRequestConfig(async () => {
  const [language, timeZone] = await Promise.all([currentLanguage(), currentTimeZone()]);
  return {
    locale: localeOf[language],
    messages: await loadMessages(language),
    timeZone,
    // The browser takes it over, so that both first render the same "4 minutes ago".
    now: new Date(),
    formats,
  };
});
