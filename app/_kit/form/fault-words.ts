import type { useFormatter, useTranslations } from "next-intl";
import type { FieldError } from "@/server/kernel/errors";

type Format = Pick<ReturnType<typeof useFormatter>, "dateTime">;
type Values = Record<string, string | number>;

const isDay = /^\d{4}-\d\d-\d\d$/;
/** A timestamp of the API. */
const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A date of the API as the page has it. */
export const dayOf = (format: Format, text: string): string =>
  format.dateTime(new Date(`${text}T12:00:00Z`), "day", { timeZone: "UTC" });

/** The values of a reason as its words have them: dates and times in the page's form. */
export const readValues = (values: Values, format: Format): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === "number") return [name, value];
      if (isDay.test(value)) return [name, dayOf(format, value)];
      return [name, isInstant.test(value) ? format.dateTime(new Date(value), "moment") : value];
    }),
  );

interface Words {
  t: Pick<ReturnType<typeof useTranslations<"fields">>, "has"> &
    ((key: "sameAddress", values: { row: number }) => string);
  format: Format;
  /** Turns a row's index into the number that the user knows it by. */
  rowOf?: ((row: number) => number) | undefined;
}

/**
 * Says the faults of fields in the page's language. A fault without a reason, and one that only a later version's process knows, is the
 * API's sentence.
 */
export const wordsOfFault =
  ({ t, format, rowOf = (row) => row }: Words) =>
  ({ message, reason }: Pick<FieldError, "message" | "reason">): string => {
    if (!reason || !t.has(reason.key)) return message;
    const { row, ...values } = reason.values;
    const named = { ...readValues(values, format), ...(row !== undefined && { row: rowOf(Number(row)) }) };
    return t(reason.key as "sameAddress", named as { row: number });
  };
