import { eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import type { ConnectionProtocol } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { requireAnotherConnection } from "@/server/modules/workspace/sign-in-policy/require-another-connection";
import { checkConnection } from "./check";
import { stateAfter } from "./policy";
import { readCertificates, readProvider } from "./read-provider";
import type { ConnectionPatch, SamlPatch } from "./schema";
import { type ConnectionRow, loadConnection, sealClientSecret } from "./store";

interface Change {
  /** The columns that change, without the secret. */
  fields: Partial<ConnectionRow>;
  clientSecret?: string | undefined;
}

/** Writes the change, in the open transaction. */
async function write(tx: Ctx, before: ConnectionRow, { fields, clientSecret }: Change): Promise<void> {
  const { id } = before;
  const state = stateAfter(before, fields);
  if (before.state === "ACTIVE" && state !== "ACTIVE") await requireAnotherConnection(tx, id);
  const changes = {
    ...changesOf<Record<string, unknown>>({ ...before }, { ...fields, state }),
    // That they changed, never what they are.
    ...(clientSecret !== undefined && { clientSecret: {} }),
  };
  if ("signingCertificates" in changes) changes.signingCertificates = {};
  if (Object.keys(changes).length === 0) return;
  await scoped(workspaceOf(tx.actor), connections)
    .update(tx.db)
    .set({
      ...fields,
      ...(clientSecret !== undefined && { clientSecret: sealClientSecret(tx.services, id, clientSecret) }),
      state,
      ...(state === "DRAFT" && { testedAt: null }),
      updatedAt: tx.now(),
    })
    .where(eq(connections.id, id));
  await recordAudit(tx, { action: "connection.update", resourceType: "connection", resourceId: id, changes });
}

/** The connection of the protocol, locked. @throws ApiError RESOURCE_NOT_FOUND, also for one of another protocol */
async function loadLocked(tx: Ctx, id: string, protocol: ConnectionProtocol): Promise<ConnectionRow> {
  const before = await loadConnection(tx, id, true);
  if (before.protocol !== protocol) throw new ApiError("RESOURCE_NOT_FOUND", because("connectionMissing"));
  return before;
}

/**
 * Changes a connection of OpenID Connect. Another issuer or client makes it a draft again: it needs another test (decision 2.6).
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, VALIDATION_ERROR, CONFLICT when it
 * would be a draft again and is the last way in (decision 2.14)
 */
export async function updateConnection(ctx: Ctx, id: string, patch: ConnectionPatch): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const before = await loadLocked(tx, id, "OIDC");
    await checkConnection(tx, patch);
    const { clientSecret, ...fields } = patch;
    await write(tx, before, { fields, clientSecret });
  });
}

/**
 * Changes a SAML connection. Another issuer or address makes it a draft again; another certificate does not. The metadata is read, or
 * fetched, before the transaction.
 * @throws ApiError as `updateConnection`
 */
export async function updateSamlConnection(
  ctx: Ctx,
  id: string,
  { metadata, signingCertificates, ...fields }: SamlPatch,
): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  const certified = signingCertificates === undefined ? {} : readCertificates(signingCertificates);
  const read = metadata === undefined ? {} : await readProvider(ctx.services, metadata);
  await inTransaction(ctx, async (tx) => {
    const before = await loadLocked(tx, id, "SAML");
    await checkConnection(tx, { locationId: fields.locationId, departmentId: fields.departmentId });
    await write(tx, before, { fields: { ...fields, ...certified, ...read } });
  });
}
