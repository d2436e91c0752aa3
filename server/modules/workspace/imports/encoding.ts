import { from80 } from "@/server/kernel/text/windows-1252";
import { TableError } from "./table-error";

export type Encoding = "UTF-8" | "UTF-16LE" | "UTF-16BE" | "Windows-1252";

const marks: readonly { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: "UTF-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "UTF-16LE", bytes: [0xff, 0xfe] },
  { encoding: "UTF-16BE", bytes: [0xfe, 0xff] },
];

function decodeUnicode(encoding: Exclude<Encoding, "Windows-1252">, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TableError(encoding === "UTF-8" ? "damaged" : "encoding");
  }
}

function decodeWindows(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    const letter = byte >= 0x80 && byte <= 0x9f ? (from80[byte - 0x80] ?? " ") : String.fromCharCode(byte);
    if (letter === " " && byte !== 0x20) throw new TableError("encoding");
    text += letter;
  }
  return text;
}

/** Whether most non-ASCII characters are valid UTF-8: then it is damaged UTF-8, not an older encoding. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const letters = [...new TextDecoder("UTF-8").decode(bytes)].filter((letter) => letter > "\x7f");
  const broken = letters.filter((letter) => letter === "\ufffd").length;
  return letters.length > 2 * broken;
}

/**
 * The text of a file: by its byte order mark, else UTF-8 if valid, else Windows-1252, which German Excel writes.
 * @throws TableError when the bytes are none of these: no character is ever guessed
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const mark = marks.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  if (mark && mark.encoding !== "Windows-1252")
    return readable(decodeUnicode(mark.encoding, bytes), mark.encoding);
  try {
    return readable(decodeUnicode("UTF-8", bytes), "UTF-8");
  } catch (error) {
    if (!(error instanceof TableError && error.fault === "damaged") || isDamagedUtf8(bytes)) throw error;
  }
  return readable(decodeWindows(bytes), "Windows-1252");
}

/** Text contains no NUL: a NUL means UTF-16 without a mark, or no text at all. */
function readable(text: string, encoding: Encoding) {
  if (text.includes("\0")) throw new TableError("encoding");
  return { text, encoding };
}
