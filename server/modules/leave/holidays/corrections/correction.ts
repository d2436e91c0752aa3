/** A change to one holiday of `date-holidays`. */
export interface Change {
  /** The official status: a public holiday; an optional one, which only some employers give; or none. */
  type?: "public" | "optional" | "observance";
  /** The rule of its official days, in the grammar of `date-holidays`. */
  rule?: string;
  /** By language. A holiday that `date-holidays` lacks is added under these names. */
  names?: { en: string; [language: string]: string };
}

/** The differences between `date-holidays` and a place's official list. */
export interface Correction {
  country: string;
  /** Of the country's states; by default all. */
  states?: readonly string[];
  /** By the holiday's rule in `date-holidays`. */
  changes: Readonly<Record<string, Change>>;
  source: string;
}

export const optional = { type: "optional" } as const;
export const isPublic = { type: "public" } as const;
export const isNone = { type: "observance" } as const;

/** The same change to several rules. */
export const each = (rules: readonly string[], change: Change): Record<string, Change> =>
  Object.fromEntries(rules.map((rule) => [rule, change]));

/** The official rule of each of several. */
export const ruled = (rules: readonly string[], ruleOf: (rule: string) => string): Record<string, Change> =>
  Object.fromEntries(rules.map((rule) => [rule, { rule: ruleOf(rule) }]));

/** Days whose substitute `date-holidays` lacks, such as "if sunday then next monday". */
export const substituted = (rules: readonly string[], when: string): Record<string, Change> =>
  ruled(rules, (rule) => `${rule} and ${when}`);

/** Substitutes of a holiday, and of each of several in a row, that lies on a weekend: the working days after it. */
export const afterWeekend = {
  one: "if saturday,sunday then next monday",
  ofTwo: "if saturday then next monday if sunday then next tuesday",
  firstOfThree: "if saturday then next tuesday if sunday then next wednesday",
  secondOfThree: "if saturday then next monday if sunday then next wednesday",
  thirdOfThree: "if saturday then next monday if sunday then next tuesday",
};
