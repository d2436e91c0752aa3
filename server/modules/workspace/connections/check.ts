import { eq, sql } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { departments, locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { targetOf } from "@/server/modules/integrations/webhooks/url-guard";

/** Enough for each provider of a group of companies; the sign-in page shows a button for each. */
const maxConnections = 20;

interface Checked {
  /** Of OpenID Connect: where its discovery is. */
  issuer?: string | undefined;
  locationId?: string | null | undefined;
  departmentId?: string | null | undefined;
}

/** Whether the workspace has the place; the row stays locked until the transaction ends. */
async function exists(tx: Ctx, table: typeof locations | typeof departments, id: string): Promise<boolean> {
  const [row] = await scoped(workspaceOf(tx.actor), table)
    .select(tx.db, { id: table.id })
    .where(eq(table.id, id))
    .for("key share");
  return row !== undefined;
}

/**
 * Checks what a schema cannot: the issuer's address is public (decision 2.7), and the places are the workspace's.
 * @throws ApiError VALIDATION_ERROR
 */
export async function checkConnection(tx: Ctx, { issuer, locationId, departmentId }: Checked): Promise<void> {
  const faults: FieldError[] = [];
  if (issuer !== undefined && !targetOf(issuer, tx.services.settings.webhookAllowHosts))
    faults.push({ path: "issuer", ...fault("publicUrl") });
  if (locationId && !(await exists(tx, locations, locationId)))
    faults.push({ path: "locationId", ...fault("location") });
  if (departmentId && !(await exists(tx, departments, departmentId)))
    faults.push({ path: "departmentId", ...fault("department") });
  if (faults.length > 0) throw invalid(faults);
}

/** @throws ApiError CONFLICT when the workspace has as many connections as it may have */
export async function requireRoom(tx: Ctx): Promise<void> {
  const [found] = await scoped(workspaceOf(tx.actor), connections)
    .select(tx.db, { count: sql<number>`count(*)::int` })
    .where(undefined);
  if ((found?.count ?? 0) >= maxConnections)
    throw new ApiError("CONFLICT", {
      ...because("connectionCount", { limit: maxConnections }),
      resolution: "Delete one that no one uses.",
    });
}
