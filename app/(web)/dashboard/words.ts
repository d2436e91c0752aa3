const LOCALE = "en-GB";

const numbers = new Intl.NumberFormat(LOCALE);
const lists = new Intl.ListFormat(LOCALE, { type: "conjunction" });
const choices = new Intl.ListFormat(LOCALE, { type: "disjunction" });

/** "12,400" */
export const grouped = (amount: number): string => numbers.format(amount);

/** "1 key", "3 keys" */
export const counted = (amount: number, one: string, many = `${one}s`): string =>
  `${grouped(amount)} ${amount === 1 ? one : many}`;

/** "Belgrade, Lisbon and Toronto" */
export const listed = (items: readonly string[]): string => lists.format(items);

/** "Ana Ilić or Marko Savić"; of many names the first three. */
export const anyOf = (items: readonly string[]): string => choices.format(items.slice(0, 3));
