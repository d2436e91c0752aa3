import { counted } from "@/app/(web)/dashboard/words";
import type { Actor } from "@/server/access/actor";

/** What the person sees, and so what an app sees that looks things up for them. */
export function reachWords({ role, locationIds, departmentIds }: Actor): string {
  switch (role) {
    case "ADMIN":
      return "the whole workspace";
    case "LOCATION_ADMIN":
      return `${counted(locationIds.length, "location")} you manage`;
    case "APPROVER":
      return `${counted(departmentIds.length, "department")} you approve`;
    case "USER":
      return "only yourself";
  }
}
