import type { NotificationLocale } from "@/drizzle/schema/values";

/** Contracts a preposition with the text after it. */
type Contraction = (text: string) => string;

/** Names that begin with a vowel, with Y before a consonant, or with a mute H; an H before A is mostly foreign and aspirated. */
const elides = /^(?:[aeiouœæ]|y[^aeiouy]|h[eiouy])/;

const bare = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const contractions: Partial<Record<NotificationLocale, Record<string, Contraction>>> = {
  fr: { de: (name) => (elides.test(bare(name)) ? `d’${name}` : `de ${name}`) },
  // Saturday and Sunday are masculine, the other days feminine.
  pt: { em: (date) => (/^(?:sábado|domingo)/.test(date) ? `no ${date}` : `na ${date}`) },
};

type TagHandler = (chunks: readonly string[]) => string;

/** The tags of a language's words whose preposition takes the form that its text requires: `<de>{name}</de>`. */
export const contractionsOf = (locale: NotificationLocale): Record<string, TagHandler> =>
  Object.fromEntries(
    Object.entries(contractions[locale] ?? {}).map(([preposition, contract]) => [
      preposition,
      (chunks: readonly string[]) => contract(chunks.join("")),
    ]),
  );
