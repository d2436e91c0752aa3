import { createLoader, parseAsString } from "nuqs/server";

/** URL parameters: a UTC month `YYYY-MM`, the current one by default, and the caller. */
export const usageParsers = { month: parseAsString, key: parseAsString };
export const loadUsageParams = createLoader(usageParsers);
