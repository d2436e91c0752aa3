import { load } from "@/app/_kit/page/load";
import { caller } from "@/app/_trpc/server";
import { FilesCard } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/files-card";
import type { LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";

/** The files of a leave, for the few who see them; nothing for anyone else. */
export async function Files({ leave: { id } }: { leave: Pick<LeaveDetails, "id"> }) {
  const found = await load(caller().leaveFiles.list({ leaveId: id }));
  if (found.error) return null;
  const { items, takesFiles, isFull } = found.data;
  if (items.length === 0 && !takesFiles) return null;
  return <FilesCard leaveId={id} files={items} takesFiles={takesFiles} isFull={isFull} />;
}
