// The database folds names with equivalent functions, `case_folded` and `search_folded` (migration `names_in_unicode`), to find rows.
// This code searches the data that a page has already loaded. folding.test.ts keeps the two consistent.

/** Accents of any alphabet, Hebrew and Arabic vowel points included. The vowels of Indic scripts are letters, and stay. */
const accents = String.raw`\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f`;
/** Invisible characters: joiners, direction marks and the like. */
const unseen = String.raw`\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff`;
const marks = new RegExp(`[${accents}${unseen}]`, "g");

/** Letters without a decomposition in Unicode. */
const alone: Record<string, string> = {
  ...{ æ: "ae", œ: "oe", þ: "th" },
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ŧ: "t" },
};

/** Converts to upper case first, which merges both cases of "ß" and of "ς". */
const withoutCase = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");

/** The key by which a name is unique: NFC, case-folded. */
export const caseFolded = (text: string): string => withoutCase(text.normalize("NFC")).normalize("NFC");

/** The text that a search compares: without case, accents and joiners. */
export const searchFolded = (text: string): string =>
  withoutCase(text.normalize("NFKD").replace(marks, "")).replace(
    /[æœþłøđðħŧ]/g,
    (letter) => alone[letter] ?? letter,
  );

/** Whether a search for `text` finds a name. */
export const isFoundBy = (name: string, text: string): boolean =>
  searchFolded(name).includes(searchFolded(text));

/** The order of names when the language is unknown: Unicode's default, which English does not change. */
export const compareNames = new Intl.Collator("en").compare;
