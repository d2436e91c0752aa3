import "server-only";
import { type Area, areas } from "@/app/_i18n/areas";
import { fallbackLanguage, type Language } from "@/app/_i18n/languages";
import type { Messages } from "@/app/_i18n/message-types";
import { catalogue } from "@/server/kernel/errors";

const loaded = new Map<Language, Promise<Messages>>();

/** All messages of a language; loaded once. */
export function loadMessages(language: Language): Promise<Messages> {
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
