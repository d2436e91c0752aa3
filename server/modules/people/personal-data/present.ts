import { encodeId } from "@/server/kernel/schema";
import type { Export } from "./export-person";
import type { Erased } from "./resume-erasure";

export const erasureV2 = ({ userId, erasedAt, ...possessions }: Erased) => ({
  userId: encodeId("user", userId),
  erasedAt: erasedAt.toISOString(),
  ...possessions,
});

export const personalDataV2 = ({ userId, exportedAt, sections }: Export) => ({
  userId: encodeId("user", userId),
  exportedAt: exportedAt.toISOString(),
  sections,
});
