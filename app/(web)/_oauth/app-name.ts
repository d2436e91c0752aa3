const longest = 60;
const nameless = "An app without a name";

/** Not seen, but able to make a name read as something else: direction marks, fillers, zero-width and private letters. */
const invisible = /[\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]/gu;
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const towersOfAccents = /(\p{M}{2})\p{M}+/gu;

/** Alphabets with letters that pass for Latin ones. */
const lookAlikes = [
  { script: "Cyrillic", letters: /\p{Script=Cyrillic}/u },
  { script: "Greek", letters: /\p{Script=Greek}/u },
  { script: "Armenian", letters: /\p{Script=Armenian}/u },
  { script: "Cherokee", letters: /\p{Script=Cherokee}/u },
  { script: "Coptic", letters: /\p{Script=Coptic}/u },
  { script: "Lisu", letters: /\p{Script=Lisu}/u },
  { script: "mathematical", letters: /[\u{1d400}-\u{1d7ff}]/u },
  { script: "full-width", letters: /[\uff21-\uff3a\uff41-\uff5a]/u },
] as const;

const graphemes = new Intl.Segmenter("en");

/** The name of an app as people may be shown it. Anyone can register an app under any name, so it is plain text and no more. */
export interface AppName {
  /** At most 60 characters. */
  shown: string;
  /** The whole of it. */
  full: string;
  isCut: boolean;
  /** What to say when it has letters that could pass for others. */
  warning: string | null;
}

export function appName(raw: string): AppName {
  const cleaned = raw.replace(lineBreaks, " ").replace(invisible, "").replace(towersOfAccents, "$1").trim();
  const full = cleaned || nameless;
  const letters = Array.from(graphemes.segment(full), ({ segment }) => segment);
  const isCut = letters.length > longest;
  return {
    full,
    isCut,
    shown: isCut ? `${letters.slice(0, longest).join("").trimEnd()}…` : full,
    warning: warningOf(full),
  };
}

function warningOf(name: string): string | null {
  const scripts = lookAlikes.filter(({ letters }) => letters.test(name)).map(({ script }) => script);
  if (scripts.length === 0) return null;
  const part = /\p{Script=Latin}/u.test(name) ? "Part of this name" : "This name";
  return `${part} is in ${scripts.join(" and ")} letters, some of which look like Latin ones.`;
}
