import { encodeId } from "@/server/kernel/schema";
import type { FeedRow } from "./store";

/** A feed on the page. */
export const feedView = (row: FeedRow) => ({ ...row, id: encodeId("feed", row.id) });
