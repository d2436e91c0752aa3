import { and, eq } from "drizzle-orm";
import { oauthClients } from "@/drizzle/schema/oauth";
import type { Db } from "@/server/kernel/database/db";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { redirectUriFault } from "../redirect-uri";
import { clientIdOf, clientUuid } from "./client-id";
import type { Client } from "./find-client";
import type { ClientKeeper } from "./keeper";

/** A client within the keeper's reach. @throws ApiError RESOURCE_NOT_FOUND */
export async function loadClient(
  keeper: ClientKeeper,
  clientId: string,
  db: Db = keeper.db,
): Promise<Client> {
  const [client] = await db
    .select()
    .from(oauthClients)
    .where(and(keeper.which, eq(oauthClients.id, clientUuid(clientId))))
    .for("update");
  if (!client || clientIdOf(client) !== clientId) throw new ApiError("RESOURCE_NOT_FOUND");
  return client;
}

/** @throws ApiError VALIDATION_ERROR that names each invalid redirect URI and its fault */
export function refuseRedirectFaults(uris: readonly string[] = []): void {
  const faults = uris.flatMap((uri, i) => {
    const found = redirectUriFault(uri);
    return found === null ? [] : [{ path: `redirectUris.${i}`, ...fault(found) }];
  });
  if (faults.length > 0) throw invalid(faults);
}
