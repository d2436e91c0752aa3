import { z } from "zod";
import "@/server/kernel/text/field-messages";
import { storable } from "@/server/kernel/database/storable";
import { longestSearch, type SortOf, sortsOf } from "@/server/kernel/list-sorts";

/** Rows of a page, unless the caller wants fewer. */
const maximumRows = 100;

/** The input of every list that the server pages; a list adds `sort` and its choices. */
export const pageInput = {
  /** `next` of the previous page. */
  cursor: z.string().optional(),
  limit: z.int().min(1).max(maximumRows).default(maximumRows),
};

/** The input of a list that the server searches, too. */
export const listInput = {
  /** The search text; empty finds every row. */
  q: z
    .string()
    .max(longestSearch)
    .transform((text) => storable(text).trim())
    .default(""),
  ...pageInput,
};

/** What a list's input selects and orders by, without the place of the page. */
export type FilterOf<Input extends z.ZodType<object>> = Omit<z.output<Input>, keyof typeof pageInput>;

/** The order of a list: a column, with "-" before it for the reverse order. */
export const sortInput = <Column extends string>(columns: readonly Column[], fallback: SortOf<Column>) =>
  z
    .enum(sortsOf(columns))
    .optional()
    .transform((sort) => sort ?? fallback);
