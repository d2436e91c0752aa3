import { encode } from "uqr";
import { encodeId } from "@/server/kernel/schema";
import type { FeedRow } from "./store";

/** A feed on the page. */
export const feedView = (row: FeedRow) => ({ ...row, id: encodeId("feed", row.id) });

/** A QR code without its quiet zone: its width in modules, and the dark ones as a path of SVG. */
interface QrCode {
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
function qrCodeOf(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  return { size, path: data.flatMap(rectanglesOf).join("") };
}

/** The address by which a phone adds a calendar rather than downloads a file. */
const subscriptionUrl = (url: string) => url.replace(/^https?:/, "webcal:");

/** A feed's address, which is shown once. */
export const createdFeedView = ({ id, url }: { id: string; url: string }) => ({
  id: encodeId("feed", id),
  url,
  code: qrCodeOf(subscriptionUrl(url)),
});
