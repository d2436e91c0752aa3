import type { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";

/** What the operator's command line shows of a workspace. */
export const workspaceView = (row: typeof workspaces.$inferSelect) => ({
  id: encodeId("workspace", row.id),
  name: row.name,
  plan: row.plan,
  openApiEnabled: row.openApiEnabled,
  createdAt: row.createdAt,
});
