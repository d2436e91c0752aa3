/**
 * A date in words as it is written everywhere here. Of English dates with a weekday, Intl puts a comma behind the weekday only where a year
 * follows.
 */
export const evenDate = (written: string, locale: string): string =>
  locale.startsWith("en") ? written.replace(/^(\p{L}+), /u, "$1 ") : written;
