import { connections } from "@/drizzle/schema/connections";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { newId } from "@/server/kernel/ids";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { checkConnection, requireRoom } from "./check";
import { certificateAudit } from "./policy";
import { readProvider } from "./read-provider";
import type { ConnectionCreate, SamlCreate } from "./schema";
import { sealClientSecret } from "./store";

type Row = typeof connections.$inferInsert;
type Fields = Omit<Row, "workspaceId" | "id" | "clientSecret" | "createdAt" | "updatedAt">;

/** @param secretOf the client secret, sealed for the connection's ID */
async function insert(tx: Ctx, fields: Fields, secretOf: (id: string) => Buffer | null): Promise<string> {
  const [id, at] = [newId(), tx.now()];
  const own = { workspaceId: tx.actor.workspaceId, id, clientSecret: secretOf(id) };
  await tx.db.insert(connections).values({ ...fields, ...own, createdAt: at, updatedAt: at });
  await recordAudit(tx, {
    action: "connection.create",
    resourceType: "connection",
    resourceId: id,
    changes: changesOf<Record<string, unknown>>({}, { ...fields, ...certificateAudit(fields) }),
  });
  return id;
}

/**
 * Adds a connection as a draft: no one can sign in by it before it is tested and activated.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, VALIDATION_ERROR, CONFLICT when there are too many
 */
export async function createConnection(ctx: Ctx, input: ConnectionCreate): Promise<string> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  return inTransaction(ctx, async (tx) => {
    await requireRoom(tx);
    await checkConnection(tx, input);
    const { clientSecret, ...fields } = input;
    return insert(tx, fields, (id) => sealClientSecret(tx.services, id, clientSecret));
  });
}

/**
 * Adds a SAML connection as a draft. The metadata is read, or fetched, before the transaction.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, VALIDATION_ERROR, CONFLICT when there are too many
 */
export async function createSamlConnection(ctx: Ctx, { metadata, ...fields }: SamlCreate): Promise<string> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  const read = await readProvider(ctx.services, metadata);
  return inTransaction(ctx, async (tx) => {
    await requireRoom(tx);
    await checkConnection(tx, { locationId: fields.locationId, departmentId: fields.departmentId });
    return insert(tx, { ...fields, ...read, protocol: "SAML" }, () => null);
  });
}
