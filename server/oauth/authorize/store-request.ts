import { sql } from "drizzle-orm";
import { oauthRequests } from "@/drizzle/schema/oauth";
import { plus } from "@/server/kernel/clock";
import { preparedBy } from "@/server/kernel/db";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { requestLifetimeMs } from "../tokens/lifetimes";

export interface CheckedRequest {
  clientId: string;
  redirectUri: string;
  state: string;
  scopes: string[];
  codeChallenge: string | null;
  nonce: string | null;
}

const insert = preparedBy((db) =>
  db
    .insert(oauthRequests)
    .values({
      id: sql.placeholder("id"),
      clientId: sql.placeholder("clientId"),
      redirectUri: sql.placeholder("redirectUri"),
      state: sql.placeholder("state"),
      scopes: sql.placeholder("scopes"),
      codeChallenge: sql.placeholder("codeChallenge"),
      nonce: sql.placeholder("nonce"),
      createdAt: sql.placeholder("createdAt"),
      expiresAt: sql.placeholder("expiresAt"),
    })
    .prepare("store_oauth_request"),
);

/** Stores a request that passed every check. @returns its id */
export async function storeRequest({ db, clock }: Services, checked: CheckedRequest): Promise<string> {
  const id = newId();
  const createdAt = clock();
  await insert(db).execute({ id, ...checked, createdAt, expiresAt: plus(createdAt, requestLifetimeMs) });
  return id;
}
