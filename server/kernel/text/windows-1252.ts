/**
 * The characters 0x80 to 0x9F of Windows-1252, with a space for undefined ones; the rest is Latin-1. Node's TextDecoder decodes all of them
 * as control characters, a browser's only the five undefined ones.
 */
export const from80 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

const replacement = "?".charCodeAt(0);

const special = new Map(
  Array.from(from80, (character, place) => [character, 0x80 + place] as const).filter(
    ([character]) => character !== " ",
  ),
);

function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : special.get(character);
}

/** Text in Windows-1252, and how many characters it lacks: a question mark stands for each, as in `shown`. */
export function toWindows1252(text: string): { bytes: Buffer; shown: string; replacedCount: number } {
  let replacedCount = 0;
  let shown = "";
  const bytes = Array.from(text.normalize("NFC"), (character) => {
    const byte = byteOf(character);
    if (byte === undefined) replacedCount++;
    shown += byte === undefined ? "?" : character;
    return byte ?? replacement;
  });
  return { bytes: Buffer.from(bytes), shown, replacedCount };
}
