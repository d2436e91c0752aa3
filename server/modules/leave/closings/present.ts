import { encodeId } from "@/server/kernel/schema";
import type { findCorrections } from "./find-corrections";
import type { ClosingPreview } from "./preview-closing";

/** Leave, and credits, listed in a preview. */
const listed = 100;

export const closingPreviewV2 = ({ types, waiting, waitingCredits, ...preview }: ClosingPreview) => ({
  ...preview,
  leaveTypes: types.map(({ leaveTypeId, ...type }) => ({
    leaveTypeId: encodeId("leaveType", leaveTypeId),
    ...type,
  })),
  waitingLeaves: waiting.slice(0, listed).map(({ id, userId, ...leave }) => ({
    leaveId: encodeId("leave", id),
    userId: encodeId("user", userId),
    ...leave,
  })),
  waitingCredits: waitingCredits.slice(0, listed).map(({ id, userId, ...credit }) => ({
    creditId: encodeId("credit", id),
    userId: encodeId("user", userId),
    ...credit,
  })),
});

/** A preview for its page, which leads to what waits: who may decide a credit does so in Approvals, others reach it at its person. */
export const closingPreviewView = (preview: ClosingPreview, decidable: ReadonlySet<string>) => ({
  ...closingPreviewV2(preview),
  waitingCredits: preview.waitingCredits.slice(0, listed).map(({ id, userId, ...credit }) => ({
    ...{ id: encodeId("credit", id), userId: encodeId("user", userId), ...credit },
    isDecidable: decidable.has(id),
  })),
});

/** A correction for the page that reopens its days. */
export const correctionView = ({
  id,
  userId,
  userName,
  correctsFrom,
  correctsTo,
}: Awaited<ReturnType<typeof findCorrections>>[number]) => ({
  ...{ id: encodeId("adjustment", id), userId: encodeId("user", userId), userName },
  ...{ startDate: correctsFrom ?? "", endDate: correctsTo ?? "" },
});
