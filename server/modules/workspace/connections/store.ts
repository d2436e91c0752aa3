import { and, asc, eq, isNotNull } from "drizzle-orm";
import { connections, emailDomains } from "@/drizzle/schema/connections";
import { users } from "@/drizzle/schema/people";
import type { NotificationLocale } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { decrypt, encrypt } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";

export type ConnectionRow = typeof connections.$inferSelect;
/** A row of one protocol, whose columns the database requires (`connections_protocol_check`). */
export type OidcConnection = ConnectionRow & { protocol: "OIDC"; clientId: string; clientSecret: Buffer };
export type SamlConnection = ConnectionRow & {
  protocol: "SAML";
  ssoUrl: string;
  signingCertificates: readonly string[];
};
export const isOidc = (row: ConnectionRow): row is OidcConnection => row.protocol === "OIDC";
export const isSaml = (row: ConnectionRow): row is SamlConnection => row.protocol === "SAML";

export type DomainRow = typeof emailDomains.$inferSelect;

const purpose = (id: string): string => `connection:${id}`;

/** The column of client secrets, for the change of the encryption key. */
export const sealedClientSecret: SealedColumn = {
  table: connections,
  column: connections.clientSecret,
  boundTo: { id: connections.id },
  purposeOf: ({ id = "" }) => purpose(id),
};

/** A client secret, sealed for this connection. */
export const sealClientSecret = ({ settings }: Services, id: string, secret: string): Buffer =>
  encrypt(settings.encryptionKeys, Buffer.from(secret), purpose(id));

/** The client secret. @throws when it was sealed with another encryption key */
export function openClientSecret({ settings }: Services, { id, clientSecret }: OidcConnection): string {
  const plain = decrypt(settings.encryptionKeys, clientSecret, purpose(id));
  if (!plain) throw new Error(`The secret of connection ${id} was sealed with another key`);
  return plain.toString();
}

/** @throws ApiError RESOURCE_NOT_FOUND */
export async function loadConnection(ctx: Ctx, id: string, lock = false): Promise<ConnectionRow> {
  const query = scoped(workspaceOf(ctx.actor), connections).selectAll(ctx.db).where(eq(connections.id, id));
  const [row] = await (lock ? query.for("update") : query);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND", because("connectionMissing"));
  return row;
}

/** A workspace's connection, for signing in; null when it does not exist. */
export async function findConnection(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<ConnectionRow | null> {
  const [row] = await scoped(workspaceOf({ workspaceId }), connections)
    .selectAll(db)
    .where(eq(connections.id, id));
  return row ?? null;
}

/** @throws ApiError RESOURCE_NOT_FOUND */
export async function loadDomain(ctx: Ctx, id: string, lock = false): Promise<DomainRow> {
  const query = scoped(workspaceOf(ctx.actor), emailDomains).selectAll(ctx.db).where(eq(emailDomains.id, id));
  const [row] = await (lock ? query.for("update") : query);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND", because("domainMissing"));
  return row;
}

/** The names of a workspace's verified domains, also of those whose record is missing now. */
export async function findVerifiedDomains(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await scoped(workspaceOf({ workspaceId }), emailDomains)
    .select(db, { name: emailDomains.name })
    .where(isNotNull(emailDomains.verifiedAt))
    .orderBy(asc(emailDomains.name));
  return rows.map(({ name }) => name);
}

/** The mailboxes of a workspace's active administrators. */
export function findAdminMailboxes(
  db: Db,
  workspaceId: string,
): Promise<{ email: string; name: string; language: NotificationLocale }[]> {
  const workspace = workspaceOf({ workspaceId });
  return scoped(workspace, users)
    .select(db, { email: users.email, name: users.name, language: mailLanguageOf(workspace) })
    .where(and(eq(users.status, "ACTIVE"), eq(users.isAdmin, true)))
    .orderBy(asc(users.id));
}
