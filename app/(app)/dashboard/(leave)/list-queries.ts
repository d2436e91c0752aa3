import { readChoice, readId, readOrder, readSearch } from "@/app/_kit/list/list-query";
import { certificateStandings } from "@/server/modules/leave/certificates/schema";
import { lapseColumns, lapseSpans, largestSum, pastLapseSpans } from "@/server/modules/leave/lapses/schema";

export const whens = ["all", "coming", "waiting", "past"] as const;
export const states = ["all", "OPEN", "APPROVED", "DENIED", "CANCELLED", "EXPIRED"] as const;

/** The years and the names of the leave types that a person's leave has. */
export type LeaveChoices = { years: readonly string[]; types: readonly string[] };

/** The query of the list of one's own leave in an address. */
export const readLeavesQuery = (address: URLSearchParams, { years, types }: LeaveChoices) => ({
  when: readChoice("when", whens, address),
  year: readChoice("year", ["all", ...years], address),
  type: readChoice("type", ["all", ...types], address),
  state: readChoice("state", states, address),
  sort: readOrder(["dates"], undefined, address),
});
export type LeavesQuery = ReturnType<typeof readLeavesQuery>;

/** The query of the list of certificates in an address. */
export const readCertificatesQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  standing: readChoice("standing", certificateStandings, address),
  sort: readOrder(["due", "name"], "due", address),
});
export type CertificatesQuery = ReturnType<typeof readCertificatesQuery>;

/** The query of the list of days that expire in an address: by default of the leave type of which most days do. */
export const readLapsesQuery = (address: URLSearchParams) => ({
  q: readSearch(address),
  location: readId("location", "location", address),
  department: readId("department", "department", address),
  leaveType:
    address.get("leaveType") === "all"
      ? undefined
      : (readId("leaveType", "leaveType", address) ?? largestSum),
  within: readChoice("within", [...lapseSpans, ...pastLapseSpans], address),
  sort: readOrder(lapseColumns, "day", address),
});
export type LapsesQuery = ReturnType<typeof readLapsesQuery>;
