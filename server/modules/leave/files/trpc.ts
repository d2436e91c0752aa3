import { z } from "zod";
import { idOf } from "@/server/kernel/schema";
import { procedure, router } from "@/server/transport/trpc";
import { deleteFile } from "./delete";
import { listFiles } from "./list";
import { leaveFileV2 } from "./present";

const LeaveRef = z.strictObject({ leaveId: idOf("leave") });

/** Adding and reading a file are requests of their own (`server/api/handle-leave-file.ts`). */
export const leaveFilesRouter = router({
  list: procedure.input(LeaveRef).query(async ({ ctx, input }) => {
    const { items, ...files } = await listFiles(ctx, input.leaveId);
    return { ...files, items: items.map((file) => ({ ...leaveFileV2(file), mayRemove: file.mayRemove })) };
  }),
  remove: procedure
    .input(LeaveRef.extend({ id: idOf("leaveFile") }))
    .mutation(({ ctx, input }) => deleteFile(ctx, input.leaveId, input.id)),
});
