import { encodeId } from "@/server/kernel/schema";
import type { FeedRow } from "./store";

/** As the page shows it. */
export const feedView = (row: FeedRow) => ({ ...row, id: encodeId("feed", row.id) });
