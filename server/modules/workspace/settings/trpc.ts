import { procedure, router } from "@/server/transport/trpc";
import { endSetup } from "./end-setup";
import { findSetup } from "./find-setup";
import { getWorkspaceSettings } from "./get-settings";
import { WorkspaceSettingsPatch } from "./schema";
import { updateWorkspaceSettings } from "./update-settings";

export const workspaceRouter = router({
  settings: procedure.query(({ ctx }) => getWorkspaceSettings(ctx)),
  updateSettings: procedure
    .input(WorkspaceSettingsPatch)
    .mutation(({ ctx, input }) => updateWorkspaceSettings(ctx, input)),
  setup: procedure.query(({ ctx }) => findSetup(ctx)),
  endSetup: procedure.mutation(({ ctx }) => endSetup(ctx)),
});
