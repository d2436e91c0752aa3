/** Whether a text contains control characters, which databases and mail headers reject. */
export const hasControls = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is looked for
  /[\u0000-\u001f\u007f]/.test(text);

/** Whether PostgreSQL can store a text: it has neither U+0000 nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

const scripts = "Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt".split(
  " ",
);
const letters = scripts.map((script) => String.raw`\p{scx=${script}}`).join("");
/** Where a joiner is legitimate: after a letter of a joining script, between two pictographs, in a flag (decision 1.19). */
const joined = new RegExp(
  [
    String.raw`(?<=[${letters}])[\u200c\u200d]`,
    String.raw`(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]{1,8}\u{e007f}`,
  ].join("|"),
  "gu",
);

/** Controls, line separators, direction marks, embeddings, overrides and isolates, zero-width characters, fillers. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/u;

/** Whether a name contains characters that are invisible, break its line or reorder the text around it: it could pass for another name. */
export const hasHidden = (name: string): boolean => hidden.test(name.replace(joined, ""));

const namedEntities: Record<string, string> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
  colon: ":",
  sol: "/",
};

function decodeOnce(text: string): string {
  return text
    .replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/&([a-z]{2,5});/gi, (whole, name: string) => namedEntities[name.toLowerCase()] ?? whole)
    .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

// Every repetition is bounded, so that no text can make these patterns slow.
const markup = [
  /<[a-z/!?%]/i,
  /(?:java|vb|live)\s{0,5}script\s{0,5}:/i,
  /data\s{0,5}:.{0,60}(?:html|svg|script)/i,
  /["'\s/]on[a-z]{2,30}\s{0,5}=\s{0,5}(?:["'`]|[^=]{0,60}\()/i,
];

/** Whether a text could be read as HTML or script somewhere, however disguised. */
export function looksLikeMarkup(text: string): boolean {
  // Disguises consist of invisible characters and controls.
  const bare = (t: string) => t.normalize("NFKC").replace(/[\p{Cc}\p{Cf}]/gu, "");
  let plain = bare(text.slice(0, 200));
  for (let round = 0; round < 3; round++) plain = bare(decodeOnce(plain));
  return markup.some((pattern) => pattern.test(plain));
}

/** Whether a text has at most this many characters, as people and JSON Schema count them: an emoji counts as one, not two. */
export const isUpTo = (maximum: number, text: string): boolean =>
  text.length <= maximum || (text.length <= maximum * 2 && [...text].length <= maximum);

/** Whether a trimmed text is a valid name for something sent to other channels: what `safeNameText` accepts. */
export function isSafeName(text: string, maximum: number): boolean {
  const name = text.trim();
  const fits = name !== "" && isUpTo(maximum, name);
  return fits && !hasHidden(name) && name.isWellFormed() && !looksLikeMarkup(name);
}

/** Whether a text is an IANA time zone known to this runtime. */
export function isTimezone(text: string): boolean {
  if (/^[+-]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
