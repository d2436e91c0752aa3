import { type PageLanguage, pageLanguages } from "@/drizzle/schema/values";

/** The languages of the pages, as users choose them and cookies keep them. */
export const languages = pageLanguages;
export type Language = PageLanguage;

/** The format of dates and numbers, and the `lang` of the document. */
export type Locale = "en-GB" | "de" | "es" | "fr" | "pt-PT";

export const fallbackLanguage: Language = "en";
export const localeOf: Record<Language, Locale> = {
  en: "en-GB",
  de: "de",
  es: "es",
  fr: "fr",
  // Without a region Intl writes Brazilian Portuguese.
  pt: "pt-PT",
};
export const languageOf: Record<Locale, Language> = {
  "en-GB": "en",
  de: "de",
  es: "es",
  fr: "fr",
  "pt-PT": "pt",
};

/** Each in its own language, so that readers find theirs on a page they cannot read. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  pt: "Português",
};

export type Direction = "ltr" | "rtl";
export const directionOf: Record<Locale, Direction> = {
  "en-GB": "ltr",
  de: "ltr",
  es: "ltr",
  fr: "ltr",
  "pt-PT": "ltr",
};

export const isLanguage = (value: string | null | undefined): value is Language =>
  languages.some((language) => language === value);
