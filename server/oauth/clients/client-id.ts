import { decodeId, encodeId } from "@/server/kernel/schema";

interface Identified {
  id: string;
  isConfidential: boolean;
}

/**
 * A client's id on the wire. A confidential client's is alphanumeric (decision 3.2): libraries disagree on how to encode anything
 * else in Basic credentials.
 */
export const clientIdOf = ({ id, isConfidential }: Identified): string =>
  isConfidential ? `client${id.replaceAll("-", "")}` : encodeId("client", id);

const alphanumeric = /^client([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
const nobody = "00000000-0000-0000-0000-000000000000";

/** The UUID that a client_id stands for. A malformed one stands for nobody's, so that it costs the same lookup. */
export function clientUuid(clientId: string): string {
  const compact = alphanumeric.exec(clientId);
  return compact ? compact.slice(1).join("-") : (decodeId("client", clientId) ?? nobody);
}
