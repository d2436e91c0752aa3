import { createLoader, parseAsString } from "nuqs/server";

/** What the address holds: a UTC month `YYYY-MM`, this one unless said, and whose usage. */
export const usageParsers = { month: parseAsString, key: parseAsString };
export const loadUsageParams = createLoader(usageParsers);
