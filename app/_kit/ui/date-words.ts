import { type Language, languageOf, localeOf } from "@/app/_i18n/languages";

/** Phrases around the name of a day or a number of days; Intl knows the names themselves. */
interface Phrases {
  /** "Next Monday": never today. */
  next: RegExp;
  /** "This Friday", "on Friday": today, too. */
  coming: RegExp;
  last: RegExp;
  /** "In 3 days". */
  within: RegExp;
  day: RegExp;
  week: RegExp;
  /** The suffix of an ordinal day number. */
  ordinal: RegExp;
  /** Words between the parts of a date: "31 de diciembre de 2026". */
  joining?: RegExp;
  /** Names of months that Intl does not write. */
  months: Readonly<Record<string, number>>;
}

const phrasesOf: Record<Language, Phrases> = {
  en: {
    next: /^next$/,
    coming: /^(?:this|on|coming)$/,
    last: /^last$/,
    within: /^in$/,
    day: /^(?:d|days?)$/,
    week: /^(?:w|weeks?)$/,
    ordinal: /(?:st|nd|rd|th)$/,
    months: {},
  },
  de: {
    next: /^n(?:ä|ae)chste[nrsm]?$/,
    coming: /^(?:am|vom|ab|bis|diese[nrsm]?|kommende[nrsm]?)$/,
    last: /^(?:letzte|vergangene|vorige)[nrsm]?$/,
    within: /^in$/,
    day: /^(?:t|tage?n?)$/,
    week: /^(?:w|wochen?)$/,
    ordinal: /\.$/,
    months: { jänner: 0, jän: 0, feber: 1, mrz: 2, maerz: 2 },
  },
  es: {
    next: /^pr[óo]xim[oa]$/,
    coming: /^(?:el|al|del|este|desde)$/,
    last: /^(?:pasad[oa]|[úu]ltim[oa])$/,
    within: /^(?:en|dentro)$/,
    day: /^(?:d|d[íi]as?)$/,
    week: /^(?:s|sem|semanas?)$/,
    ordinal: /\.?º$/,
    joining: /^de$/,
    months: { set: 8, setiembre: 8 },
  },
  fr: {
    next: /^prochaine?$/,
    coming: /^(?:ce|le|du|au|dès)$/,
    last: /^(?:derni(?:er|ère)|passée?)$/,
    within: /^dans$/,
    day: /^(?:j|jours?)$/,
    week: /^(?:s|sem|semaines?)$/,
    ordinal: /er$/,
    months: { fevrier: 1, aout: 7, decembre: 11, dec: 11 },
  },
  pt: {
    next: /^pr[óo]xim[oa]$/,
    coming: /^(?:n[oa]|est[ea]|d[oa]|até|desde)$/,
    last: /^(?:passad[oa]|[úu]ltim[oa])$/,
    within: /^(?:em|dentro|daqui)$/,
    day: /^(?:d|dias?)$/,
    week: /^(?:s|sem|semanas?)$/,
    ordinal: /\.?º$/,
    joining: /^(?:de|a)$/,
    months: { marco: 2 },
  },
};

/** A language's words for months, weekdays and the days around today, in lower case. */
export interface DateWords extends Phrases {
  monthNames: readonly string[];
  /** From Sunday on. */
  weekdayNames: readonly string[];
  shortWeekdays: readonly string[];
  /** "Tomorrow" and the like, with their days from today. */
  near: ReadonlyMap<string, number>;
}

const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)));
const weekdays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 1, 1 + day)));

function make(locale: string): DateWords {
  const named = (options: Intl.DateTimeFormatOptions, dates: readonly Date[]): string[] => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return dates.map((at) => format.format(at).toLocaleLowerCase(locale));
  };
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const near = [-2, -1, 0, 1, 2].map(
    (days) => [relative.format(days, "day").toLocaleLowerCase(locale), days] as const,
  );
  const language = languageOf[locale as keyof typeof languageOf] ?? "en";
  return {
    ...phrasesOf[language],
    monthNames: named({ month: "long" }, months),
    weekdayNames: named({ weekday: "long" }, weekdays),
    shortWeekdays: named({ weekday: "short" }, weekdays).map((name) => name.replace(/\.$/, "")),
    near: new Map(near),
  };
}

const known = new Map<string, DateWords>();

export function dateWords(locale: string): DateWords {
  const words = known.get(locale) ?? make(locale);
  known.set(locale, words);
  return words;
}

/** A locale, followed by the others of the pages: a text with a meaning in only one of them is understood in each. */
export const localesFrom = (locale: string): string[] => [...new Set([locale, ...Object.values(localeOf)])];
