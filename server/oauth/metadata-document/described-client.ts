import { oauthClients } from "@/drizzle/schema/oauth";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import { clientUuid } from "../clients/client-id";
import { type Client, findClient } from "../clients/find-client";
import { checkDocument } from "./check-document";
import { isDocumentUrl } from "./document-url";
import { readDocument, unusable } from "./read-document";

async function freshRow({ db, clock }: Services, url: string): Promise<Client | null> {
  const known = await findClient(db, url);
  return known?.metadataExpiresAt && known.metadataExpiresAt > clock() ? known : null;
}

/** Stores the document as the client's row, for every process. A failure is cached nowhere (draft, 5.2). */
async function describe(services: Services, url: string): Promise<Client> {
  // A caller that found it stale may arrive just after another caller's fetch.
  const fresh = await freshRow(services, url);
  if (fresh) return fresh;
  const { members, freshForMs } = await readDocument(services, url);
  const now = services.clock();
  const described = {
    ...checkDocument(url, members),
    metadataExpiresAt: plus(now, freshForMs),
  };
  const [client] = await services.db
    .insert(oauthClients)
    .values({
      ...described,
      id: clientUuid(url),
      metadataUrl: url,
      isConfidential: false,
      tokenEndpointAuthMethod: "none",
      createdAt: now,
    })
    .onConflictDoUpdate({ target: oauthClients.id, set: described })
    .returning();
  if (client?.metadataUrl !== url) throw unusable("its address is taken");
  return client;
}

const underWay = new WeakMap<Services, Map<string, Promise<Client>>>();

/** Concurrent callers in a process share one fetch of a document. */
function describeOnce(services: Services, url: string): Promise<Client> {
  const known = underWay.get(services) ?? new Map<string, Promise<Client>>();
  underWay.set(services, known);
  const begun =
    known.get(url) ??
    describe(services, url).finally(() => {
      known.delete(url);
    });
  known.set(url, begun);
  return begun;
}

/**
 * The client that describes itself in the document at its client_id. The row serves until it is stale, and then only once the document was
 * fetched again. It uses the network: never call it in a transaction.
 * @param beforeFetch may refuse the fetch
 * @throws OauthError invalid_client
 */
export async function describedClient(
  services: Services,
  url: string,
  beforeFetch: () => Promise<void>,
): Promise<Client> {
  if (!isDocumentUrl(url)) throw unusable("its address isn't a valid client_id");
  const fresh = await freshRow(services, url);
  if (fresh) return fresh;
  await beforeFetch();
  return describeOnce(services, url);
}
