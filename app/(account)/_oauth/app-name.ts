const longest = 60;

/** Invisible characters that can change how a name reads: direction marks, fillers, zero-width and private-use characters. */
const invisible = /[\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]/gu;
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const towersOfAccents = /(\p{M}{2})\p{M}+/gu;

/** Alphabets with letters that look like Latin ones. */
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

type LookAlikeScript = (typeof lookAlikes)[number]["script"];

const graphemes = new Intl.Segmenter("en");

/** An app's name as shown to users. Anyone can register an app under any name, so it is plain text only. */
export interface AppName {
  /** At most 60 characters. */
  shown: string;
  /** The complete name. */
  full: string;
  isCut: boolean;
  /** Scripts whose letters look like Latin ones; usually none. */
  lookAlikes: readonly LookAlikeScript[];
  /** Whether the name contains Latin letters, too. */
  isMixed: boolean;
}

/** @param nameless the fallback for a name of which nothing is left */
export function appName(raw: string, nameless: string): AppName {
  const cleaned = raw.replace(lineBreaks, " ").replace(invisible, "").replace(towersOfAccents, "$1").trim();
  const full = cleaned || nameless;
  const letters = Array.from(graphemes.segment(full), ({ segment }) => segment);
  const isCut = letters.length > longest;
  return {
    full,
    isCut,
    shown: isCut ? `${letters.slice(0, longest).join("").trimEnd()}…` : full,
    lookAlikes: lookAlikes.filter((one) => one.letters.test(full)).map(({ script }) => script),
    isMixed: /\p{Script=Latin}/u.test(full),
  };
}
