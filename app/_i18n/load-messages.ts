import "server-only";
import { type Area, areas } from "@/app/_i18n/areas";
import type { Language } from "@/app/_i18n/languages";
import type { Messages } from "@/app/_i18n/message-types";

const loaded = new Map<Language, Promise<Messages>>();

/** All words of a language; read once. */
export function loadMessages(language: Language): Promise<Messages> {
  const messages = loaded.get(language) ?? read(language);
  loaded.set(language, messages);
  return messages;
}

async function read(language: Language): Promise<Messages> {
  const entries = areas.map(async (area) => [area, await readArea(language, area)] as const);
  // The test of the messages holds every language to the keys of the English one.
  return Object.fromEntries(await Promise.all(entries)) as Messages;
}

async function readArea(language: Language, area: Area): Promise<unknown> {
  const file: { default: unknown } = await import(`./messages/${language}/${area}.json`);
  return file.default;
}
