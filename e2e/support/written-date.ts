/** A date as English pages write it in a field: "Thu 31 Dec 2026". */
export const writtenDate = (date: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
  })
    .format(new Date(date))
    .replace(",", "");
