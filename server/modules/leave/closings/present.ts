import { encodeId } from "@/server/kernel/schema";
import type { findCorrections } from "./find-corrections";
import type { ClosingPreview } from "./preview-closing";

/** Leave listed in a preview. */
const listedLeaves = 100;

export const closingPreviewV2 = ({ types, waiting, ...preview }: ClosingPreview) => ({
  ...preview,
  leaveTypes: types.map(({ leaveTypeId, ...type }) => ({
    leaveTypeId: encodeId("leaveType", leaveTypeId),
    ...type,
  })),
  waitingLeaves: waiting.slice(0, listedLeaves).map(({ id, userId, ...leave }) => ({
    leaveId: encodeId("leave", id),
    userId: encodeId("user", userId),
    ...leave,
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
