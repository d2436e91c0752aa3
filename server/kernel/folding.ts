// The database folds names by functions of the same kind, `case_folded` and `search_folded` (migration `names_in_unicode`): rows are
// found there, and what a page has already is found here. folding.test.ts holds the two together.

/** Of any alphabet, Hebrew's and Arabic's vowel points included. The vowels of Indic scripts are letters, and stay. */
const accents = String.raw`\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f`;
/** Joiners, direction marks and the like. */
const unseen = String.raw`\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff`;
const marks = new RegExp(`[${accents}${unseen}]`, "g");

/** Letters that Unicode does not take apart. */
const alone: Record<string, string> = {
  ...{ æ: "ae", œ: "oe", þ: "th" },
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ŧ: "t" },
};

/** Upper case first: both cases of "ß" and "ς" become one by it. */
const withoutCase = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");

/** What is unique about a name: NFC, case-folded. */
export const caseFolded = (text: string): string => withoutCase(text.normalize("NFC")).normalize("NFC");

/** What a search compares: without case, accents and joiners. */
export const searchFolded = (text: string): string =>
  withoutCase(text.normalize("NFKD").replace(marks, "")).replace(
    /[æœþłøđðħŧ]/g,
    (letter) => alone[letter] ?? letter,
  );

/** Whether a search for `text` finds a name. */
export const isFoundBy = (name: string, text: string): boolean =>
  searchFolded(name).includes(searchFolded(text));

/** The order of names where no language is known: Unicode's own, which English does not change. */
export const compareNames = new Intl.Collator("en").compare;
