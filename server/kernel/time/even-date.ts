/**
 * Makes the format of a written date consistent. In an English date, Intl puts a comma after the weekday only if the date includes a
 * year.
 */
export const evenDate = (written: string, locale: string): string =>
  locale.startsWith("en") ? written.replace(/^(\p{L}+), /u, "$1 ") : written;
