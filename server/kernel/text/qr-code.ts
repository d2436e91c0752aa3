import { encode } from "uqr";

/** A QR code without its quiet zone: its width in modules, and the dark ones as a path of SVG. */
export interface QrCode {
  size: number;
  path: string;
}

/** Runs of dark modules in a row are one rectangle each. */
const rectanglesOf = (row: readonly boolean[], y: number): string[] =>
  row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return [];
    const end = row.indexOf(false, x);
    return [`M${x} ${y}h${(end < 0 ? row.length : end) - x}v1H${x}z`];
  });

/** The code of a text, readable with 15 % of it lost (ISO/IEC 18004, level M). */
export function qrCodeOf(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  return { size, path: data.flatMap(rectanglesOf).join("") };
}
