import { encodeId } from "@/server/kernel/schema";
import { qrCodeOf } from "@/server/kernel/text/qr-code";
import type { FeedRow } from "./store";

/** A feed on the page. */
export const feedView = (row: FeedRow) => ({ ...row, id: encodeId("feed", row.id) });

/** The address by which a phone adds a calendar rather than downloads a file. */
const subscriptionUrl = (url: string) => url.replace(/^https?:/, "webcal:");

/** A feed's address, which is shown once. */
export const createdFeedView = ({ id, url }: { id: string; url: string }) => ({
  id: encodeId("feed", id),
  url,
  code: qrCodeOf(subscriptionUrl(url)),
});
