/** Whether a text holds control characters, which a database or a mail header cannot. */
export const hasControls = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is looked for
  /[\u0000-\u001f\u007f]/.test(text);

/**
 * Whether a text holds what breaks its line or turns the order of the text around it: controls, line separators, and the
 * embeddings, overrides and isolates of bidirectional text. Marks and joiners, which names in some languages need, are none.
 */
export const hasLayoutControls = (text: string): boolean =>
  /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text);

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

// Every repeat is bounded, so that no text can make these slow.
const markup = [
  /<[a-z/!?%]/i,
  /(?:java|vb|live)\s{0,5}script\s{0,5}:/i,
  /data\s{0,5}:.{0,60}(?:html|svg|script)/i,
  /["'\s/]on[a-z]{2,30}\s{0,5}=\s{0,5}(?:["'`]|[^=]{0,60}\()/i,
];

/** Whether a text would be read as HTML or script somewhere, however it is disguised. */
export function looksLikeMarkup(text: string): boolean {
  // Invisible characters and controls are what a disguise is made of.
  const bare = (t: string) => t.normalize("NFKC").replace(/[\p{Cc}\p{Cf}]/gu, "");
  let plain = bare(text.slice(0, 200));
  for (let round = 0; round < 3; round++) plain = bare(decodeOnce(plain));
  return markup.some((pattern) => pattern.test(plain));
}

/** Whether a text has at most this many characters, as people and JSON Schema count them: an emoji is one, not two. */
export const isUpTo = (maximum: number, text: string): boolean =>
  text.length <= maximum || (text.length <= maximum * 2 && [...text].length <= maximum);

/** Whether a text, trimmed, may name something that is sent to other channels: what `safeNameText` accepts. */
export function isSafeName(text: string, maximum: number): boolean {
  const name = text.trim();
  const fits = name !== "" && isUpTo(maximum, name);
  return fits && !hasControls(name) && name.isWellFormed() && !looksLikeMarkup(name);
}

/** Whether a text is an IANA time zone that is known here. */
export function isTimezone(text: string): boolean {
  if (/^[+-]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Whether `YYYY-MM-DD` names a day that exists. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && !text.startsWith("0000");
}
