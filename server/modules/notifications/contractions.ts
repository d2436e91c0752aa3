import type { NotificationLocale } from "@/drizzle/schema/values";

/** Contracts a phrase's preposition with the inserted value. */
type Contraction = (value: string) => string;

/** Names that begin with a vowel, with Y before a consonant, or with a mute H; an H before A is mostly foreign and aspirated. */
const elides = /^(?:[aeiouœæ]|y[^aeiouy]|h[eiouy])/;

const bare = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const contractions: Partial<Record<NotificationLocale, Record<string, Contraction>>> = {
  fr: { de: (name) => (elides.test(bare(name)) ? `d’${name}` : `de ${name}`) },
  // Saturday and Sunday are masculine, the other days feminine.
  pt: { em: (date) => (/^(?:sábado|domingo)/.test(date) ? `no ${date}` : `na ${date}`) },
};

/** Fills in `{name}`. A preposition before it, as in `{de name}`, takes the form that the value requires. */
export const fill = (
  locale: NotificationLocale,
  text: string,
  values: Record<string, string | number>,
): string =>
  text.replace(/\{(?:(\w+) )?(\w+)\}/g, (whole, preposition: string | undefined, name: string) => {
    const value = String(values[name] ?? whole);
    if (preposition === undefined) return value;
    return contractions[locale]?.[preposition]?.(value) ?? `${preposition} ${value}`;
  });
