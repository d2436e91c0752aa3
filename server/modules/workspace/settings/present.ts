import { encodeId } from "@/server/kernel/schema";
import type { CreatedWorkspace } from "./create";

/** A workspace on the operator's command line. */
export const workspaceView = (row: CreatedWorkspace["workspace"]) => ({
  id: encodeId("workspace", row.id),
  name: row.name,
  plan: row.plan,
  openApiEnabled: row.openApiEnabled,
  createdAt: row.createdAt,
});
