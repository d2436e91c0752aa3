import type { Services } from "@/server/kernel/services";
import { OauthError } from "../errors";
import { documentSender } from "./document-sender";
import { freshForMs } from "./fresh-for";

/** A document as fetched, not yet checked. */
export interface FetchedDocument {
  members: Record<string, unknown>;
  freshForMs: number;
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** The document cannot be used; `reason` is plain ASCII and reveals nothing of the response or our network. */
export const unusable = (reason: string): OauthError =>
  new OauthError("invalid_client", `The client's metadata document can't be used: ${reason}.`);

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(strictUtf8.decode(body));
  } catch {
    throw unusable("it isn't JSON in UTF-8");
  }
}

/**
 * Fetches a document: 200, JSON, at most 16 KiB, within five seconds, from a public address, without redirects (draft, 5 and 8.6).
 * @throws OauthError invalid_client
 */
export async function readDocument(services: Services, url: string): Promise<FetchedDocument> {
  const { httpStatus, isWhole, responseHeaders, responseBody } = await documentSender(services).fetch(url);
  if (httpStatus === null) throw unusable("it couldn't be fetched");
  if (httpStatus !== 200) throw unusable("its status isn't 200");
  if (!isWhole || !responseBody) throw unusable("it's too large or too slow");
  if (!jsonType.test(responseHeaders?.["content-type"] ?? ""))
    throw unusable("its type isn't application/json");
  const members = parsed(responseBody);
  if (typeof members !== "object" || members === null || Array.isArray(members))
    throw unusable("it isn't a JSON object");
  return {
    members: { ...members },
    freshForMs: freshForMs(responseHeaders?.["cache-control"]),
  };
}
