import type { CSSProperties } from "react";

/** The letter of a private type. */
export const unknownLetter = "•";

/** A letter or two for each type by name, all different: types must not differ by colour alone. */
export function lettersOf(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const letters = [...name.replace(/[^\p{L}\p{N}]/gu, "")];
      const [first = "#"] = letters;
      const choices = [first, ...letters.slice(1).map((letter) => first + letter.toLocaleLowerCase())];
      const numbered = Array.from({ length: names.length }, (_, index) => `${first}${index + 2}`);
      const free = [...choices, ...numbered]
        .map((text) => text.charAt(0).toLocaleUpperCase() + text.slice(1))
        .find((text) => !taken.has(text));
      const letter = free ?? first;
      taken.add(letter);
      return [name, letter];
    }),
  );
}

/** Black or white, whichever has the higher contrast on a colour of six hex digits: at least 4.5:1 on any. */
export function inkOn(color: string): "#000" | "#fff" {
  const [r = 0, g = 0, b = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
}

/** A type's colour and its text colour; a private type has the page's grey. */
export const colorsOf = (color: string | undefined) =>
  (color ? { "--type": `#${color}`, "--ink": inkOn(color) } : {}) as CSSProperties;
