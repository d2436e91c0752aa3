import { paths } from "@/app/paths";
import type { AuditView } from "@/server/modules/workspace/audit/present";

const pages: Record<string, (id: string) => string> = {
  api_key: paths.key,
  department: paths.department,
  label: () => paths.labels,
  leave_type: paths.leaveType,
  location: paths.location,
  legacy_key: () => paths.legacyKeys,
  oauth_client: paths.oauthClient,
  user: paths.person,
  webhook: paths.webhook,
};

/** The page of an entry's resource; null if it has none, or was deleted. */
export function resourceHref({ action, resourceType, resourceId }: AuditView): string | null {
  if (resourceId === null || action.endsWith(".delete")) return null;
  // Only the workspace's own apps have a page.
  if (action.endsWith(".allow") || action.endsWith(".disallow")) return paths.workspaceApps;
  return pages[resourceType]?.(resourceId) ?? null;
}

/** The resource's name, if the entry contains it. */
export function resourceName({ changes }: AuditView): string | null {
  const name = changes?.name?.to ?? changes?.name?.from;
  return typeof name === "string" ? name : null;
}
