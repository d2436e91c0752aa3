import { paths } from "@/app/(web)/dashboard/paths";
import type { AuditView } from "@/server/modules/audit/present";

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

/** The page of what a line is about; null when there is none, or none any more. */
export function resourceHref({ action, resourceType, resourceId }: AuditView): string | null {
  if (resourceId === null || action.endsWith(".delete")) return null;
  // Not one of the workspace's own, which alone have a page.
  if (action.endsWith(".allow") || action.endsWith(".disallow")) return paths.workspaceApps;
  return pages[resourceType]?.(resourceId) ?? null;
}

/** Its name, where the line itself says it. */
export function resourceName({ changes }: AuditView): string | null {
  const name = changes?.name?.to ?? changes?.name?.from;
  return typeof name === "string" ? name : null;
}
