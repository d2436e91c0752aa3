import { procedure, router } from "@/server/transport/trpc";
import { getWorkspaceSettings } from "./get-settings";
import { WorkspaceSettingsPatch } from "./schema";
import { updateWorkspaceSettings } from "./update-settings";

export const workspaceRouter = router({
  settings: procedure.query(({ ctx }) => getWorkspaceSettings(ctx)),
  updateSettings: procedure
    .input(WorkspaceSettingsPatch)
    .mutation(({ ctx, input }) => updateWorkspaceSettings(ctx, input)),
});
