import { encodeId } from "@/server/kernel/schema";
import type { CreatedWorkspace } from "./create";

/** What the operator's command line shows of a workspace. */
export const workspaceView = (row: CreatedWorkspace["workspace"]) => ({
  id: encodeId("workspace", row.id),
  name: row.name,
  plan: row.plan,
  openApiEnabled: row.openApiEnabled,
  createdAt: row.createdAt,
});
