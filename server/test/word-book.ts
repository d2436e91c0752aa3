import { readFileSync } from "node:fs";
import type { NotificationLocale } from "@/drizzle/schema/values";

type Book = { [key: string]: string | Book };

const flat = (book: Book, prefix: string): [string, string][] =>
  Object.entries(book).flatMap(([key, text]): [string, string][] =>
    typeof text === "string" ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );

/** The texts of a language's book of words, by key: "leaveMail.approved". */
export const textsOf = (locale: NotificationLocale): ReadonlyMap<string, string> =>
  new Map(flat(JSON.parse(readFileSync(`server/words/${locale}.json`, "utf8")), ""));
