import { desc } from "drizzle-orm";
import { oauthClients } from "@/drizzle/schema/oauth";
import type { ClientKeeper } from "./keeper";
import { loadClient } from "./load-client";
import { type ClientView, clientView } from "./present-client";

/** The confidential clients within reach, the newest first. */
export async function listClients({ db, which }: ClientKeeper): Promise<ClientView[]> {
  const rows = await db
    .select()
    .from(oauthClients)
    .where(which)
    .orderBy(desc(oauthClients.createdAt), desc(oauthClients.id));
  return rows.map(clientView);
}

/** One of them. @throws ApiError RESOURCE_NOT_FOUND */
export const getClient = async (keeper: ClientKeeper, clientId: string): Promise<ClientView> =>
  clientView(await loadClient(keeper, clientId));
