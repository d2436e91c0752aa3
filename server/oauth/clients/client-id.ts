import { decodeId, encodeId } from "@/server/kernel/schema";
import { sha256 } from "@/server/kernel/secrets";

interface Identified {
  id: string;
  isConfidential: boolean;
  metadataUrl: string | null;
}

/**
 * A client's id on the wire. A confidential client's is alphanumeric (decision 3.2): libraries disagree on how to encode anything
 * else in Basic credentials.
 */
export const clientIdOf = ({ id, isConfidential, metadataUrl }: Identified): string =>
  metadataUrl ?? (isConfidential ? `client${id.replaceAll("-", "")}` : encodeId("client", id));

/** The host of a client's document, in the letters of DNS, which the client's self-chosen name cannot imitate. */
export const hostOf = ({ metadataUrl }: Pick<Identified, "metadataUrl">): string | null =>
  metadataUrl === null ? null : new URL(metadataUrl).host;

const alphanumeric = /^client([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
const unusedId = "00000000-0000-0000-0000-000000000000";

/** Whether a client_id is the URL of a document: no id issued here starts like this (decision 13.3). */
export const namesDocument = (clientId: string): boolean => clientId.startsWith("https://");

/** A UUID of version 8 (RFC 9562, 5.8), so that a URL is looked up like any other client: by the row's id. */
function uuidOfUrl(url: string): string {
  const bytes = Buffer.from(sha256(url).subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The UUID of a client_id. A malformed one gets a UUID that no client has, so that it costs the same lookup. */
export function clientUuid(clientId: string): string {
  if (namesDocument(clientId)) return uuidOfUrl(clientId);
  const compact = alphanumeric.exec(clientId);
  return compact ? compact.slice(1).join("-") : (decodeId("client", clientId) ?? unusedId);
}
