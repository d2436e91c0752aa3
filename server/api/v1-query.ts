import { z } from "zod";
import { isCalendarDate } from "@/server/kernel/time/date-range";

// v1's parameters: an unusable value is ignored or clamped, never refused (decision 10). So each accepts any text, and `override`
// documents what it is for.

const longestList = 500;

/** The known parameters as text, the first of each. Absent, empty and blank are the same. */
export function v1Query(search: string, known: readonly string[]): Record<string, string> {
  const params = new URLSearchParams(search);
  const given = known.map((name) => [name, params.get(name)?.trim() ?? ""] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== ""));
}

/** A required date, whatever its text. */
export const requiredDate = (description: string, example: string) =>
  z
    .string()
    .transform((text) => (isCalendarDate(text) ? text : undefined))
    .meta({ description, override: { format: "date", examples: [example] } });

/** The usable items of a comma-separated list; undefined when there is none. `parse` gives null for an unusable one. */
export const listOf = <T>(description: string, parse: (item: string) => T | null) =>
  z
    .string()
    .optional()
    .transform((text = "") => {
      const items = text.split(",").slice(0, longestList);
      const usable = items
        .map((item) => item.trim())
        .filter(Boolean)
        .flatMap((item) => parse(item) ?? []);
      return usable.length > 0 ? usable : undefined;
    })
    .meta({ description });

/** The items of a comma-separated list that belong to a closed set. */
export const choicesOf = <T extends string>(values: readonly T[]) =>
  listOf(
    `Comma-separated: ${values.map((value) => `\`${value}\``).join(", ")}.`,
    (item) => values.find((value) => value === item) ?? null,
  );

/** The same, or `fallback` when there is none. */
export const choicesOr = <T extends string>(fallback: NoInfer<T>, values: readonly T[]) => {
  const choices = choicesOf(values);
  return choices
    .transform((items) => items ?? [fallback])
    .meta({ ...choices.meta(), override: { default: fallback } });
};

const limitOf = (minimum: number, maximum: number, fallback: number) =>
  z
    .string()
    .optional()
    .transform((text) =>
      text === undefined || !/^-?\d+$/.test(text)
        ? fallback
        : Math.min(maximum, Math.max(minimum, Number(text))),
    )
    .meta({
      description: "Values outside the range are clamped.",
      override: { type: "integer", minimum, maximum, default: fallback },
    });

const nextToken = z.string().optional().meta({
  description:
    "The `nextToken` from the previous page. Keep all other parameters the same. Invalid tokens are ignored.",
});

/** For lists that mostly fit one page. */
export const wholePage = { limit: limitOf(1, 1000, 1000), nextToken };
export const aPage = { limit: limitOf(25, 500, 300), nextToken };
