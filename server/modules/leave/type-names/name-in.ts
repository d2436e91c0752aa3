import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { NamesByLanguage, PageLanguage } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";

/** What a leave type is called: `name`, and what it is called in some languages. */
export interface TypeNames {
  name: string;
  names: NamesByLanguage;
}

/**
 * The name of a leave type for a reader of a language: that of the language, else its one name (decision 18.46). For a text that goes to
 * others, the language is the recipient's.
 * @param language null for readers without one, such as the API
 */
export const nameIn = ({ name, names }: TypeNames, language: PageLanguage | null): string =>
  (language === null ? undefined : names[language]) ?? name;

/** The columns that `nameIn` needs, for texts whose readers are known later. */
export const typeNames = { name: leaveTypes.name, names: leaveTypes.names };

/** `nameIn` of these columns in SQL. */
export const nameOf = (
  { name, names }: { name: SQL; names: SQL },
  language: PageLanguage | null | Placeholder,
): SQL<string> => sql<string>`coalesce(${names} ->> ${language}::text, ${name})`;

/** `nameIn` as a column of a query on leave types. */
export const nameFor = ({ language }: { language: PageLanguage | null | Placeholder }): SQL<string> =>
  nameOf({ name: sql`${leaveTypes.name}`, names: sql`${leaveTypes.names}` }, language);

/** `nameFor` of a prepared query: execute it with `languageParam`. */
export const givenLanguage = { language: sql.placeholder("language") };

/** The value for the placeholder of `givenLanguage`. */
export const languageParam = ({ language }: Pick<Ctx, "language">) => ({ language });
