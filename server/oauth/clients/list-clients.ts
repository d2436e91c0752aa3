import { and, desc, getTableColumns } from "drizzle-orm";
import { oauthClients } from "@/drizzle/schema/oauth";
import {
  byInstant,
  counted,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import type { Client } from "./find-client";
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

/** A page of them. */
export async function listClientPage({ db, which }: ClientKeeper, start: PageStart): Promise<Listed<Client>> {
  const created = byInstant(oauthClients.createdAt);
  const { sortKey, after, by } = inListOrder({ created }, "-created", oauthClients.id, start);
  const rows = await db
    .select({ ...getTableColumns(oauthClients), sortKey })
    .from(oauthClients)
    .where(and(which, after))
    .orderBy(...by)
    .limit(start.limit + 1);
  return listed(rows, start, () => db.select(counted).from(oauthClients).where(which));
}

/** One of them. @throws ApiError RESOURCE_NOT_FOUND */
export const getClient = async (keeper: ClientKeeper, clientId: string): Promise<ClientView> =>
  clientView(await loadClient(keeper, clientId));
