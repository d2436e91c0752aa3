import { and, eq, isNull, sql } from "drizzle-orm";
import { oauthClients } from "@/drizzle/schema/oauth";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import { clientIdOf, clientUuid } from "./client-id";

export type Client = typeof oauthClients.$inferSelect;

const byId = preparedBy((db) =>
  db
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.id, sql.placeholder("id")), isNull(oauthClients.deletedAt)))
    .prepare("oauth_client_by_id"),
);

/** An existing client, by its row's id. */
async function findClientByUuid(db: Db, id: string): Promise<Client | null> {
  const [client] = await byId(db).execute({ id });
  return client ?? null;
}

/** An existing client, by its client_id. */
export async function findClient(db: Db, clientId: string): Promise<Client | null> {
  const client = await findClientByUuid(db, clientUuid(clientId));
  return client && clientIdOf(client) === clientId ? client : null;
}
