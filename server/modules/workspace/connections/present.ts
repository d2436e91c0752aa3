import { encodeId } from "@/server/kernel/schema";
import { utcDay } from "@/server/kernel/time/clock";
import type { ConnectionDetails } from "./list";
import { recordHost, recordText, warnedUntil } from "./policy";
import { readExpiries } from "./read-provider";
import type { ConnectionRow, DomainRow } from "./store";

/** Whether a secret has expired, or will within 30 days. */
function expiryOf({ secretExpiresOn }: ConnectionRow, now: Date): "none" | "later" | "soon" | "expired" {
  if (secretExpiresOn === null) return "none";
  if (secretExpiresOn < utcDay(now)) return "expired";
  return secretExpiresOn <= warnedUntil(now) ? "soon" : "later";
}

const idOrNull = (kind: "location" | "department", id: string | null) => (id ? encodeId(kind, id) : null);

/** A connection on the pages. Its secret is never shown again. */
export const connectionView = (row: ConnectionRow, now: Date) => ({
  id: encodeId("connection", row.id),
  name: row.name,
  provider: row.provider,
  protocol: row.protocol,
  issuer: row.issuer,
  clientId: row.clientId,
  ssoUrl: row.ssoUrl,
  signingCertificates: row.signingCertificates ?? [],
  certificatesExpireOn: readExpiries(row.signingCertificates ?? []),
  secretExpiresOn: row.secretExpiresOn,
  expiry: expiryOf(row, now),
  state: row.state,
  createsPeople: row.createsPeople,
  locationId: idOrNull("location", row.locationId),
  departmentId: idOrNull("department", row.departmentId),
  testedAt: row.testedAt,
  createdAt: row.createdAt,
});
export type ConnectionView = ReturnType<typeof connectionView>;

export const connectionDetailsView = (row: ConnectionDetails, now: Date) => ({
  ...connectionView(row, now),
  lastTest: row.lastTest,
  peopleCount: row.peopleCount,
});
export type ConnectionDetailsView = ReturnType<typeof connectionDetailsView>;

/** A claimed domain on the pages, with the TXT record to publish. */
export const domainView = ({ id, name, token, verifiedAt, lastCheckedAt, lostAt }: DomainRow) => ({
  id: encodeId("emailDomain", id),
  name,
  recordHost: recordHost(name),
  recordText: recordText(token),
  state:
    verifiedAt === null ? ("CLAIMED" as const) : lostAt === null ? ("VERIFIED" as const) : ("LOST" as const),
  verifiedAt,
  lastCheckedAt,
  lostAt,
});
export type DomainView = ReturnType<typeof domainView>;
