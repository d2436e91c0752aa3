import { eq } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { Services } from "@/server/kernel/services";
import { createCompanyLeave } from "@/server/modules/leave/company-leaves/create-company-leave";
import type { CompanyLeaveCreate } from "@/server/modules/leave/company-leaves/schema";
import { carriedOut } from "./carried-out";
import type { TestPerson, TestWorkspace } from "./factories";
import { as } from "./leave-kit";

/** Books a company leave of vacation, by the administrator, to the end. @returns its id */
export async function bookCompanyLeave(
  services: Services,
  workspace: TestWorkspace,
  given: Pick<CompanyLeaveCreate, "startDate" | "endDate"> & Partial<CompanyLeaveCreate>,
): Promise<string> {
  const { id } = await createCompanyLeave(await as(services, workspace.people.admin), {
    ...{ name: "Shutdown", leaveTypeId: workspace.leaveTypes.vacation },
    ...{ locationIds: [], departmentIds: [], labelIds: [], exemptLabelIds: [] },
    ...given,
  });
  await carriedOut(services);
  return id;
}

/** The leave of a company leave that a person has. */
export async function companyLeaveOf({ db }: Services, person: TestPerson) {
  const rows = await db.select().from(leaves).where(eq(leaves.userId, person.id));
  return rows.find(({ companyLeaveId }) => companyLeaveId !== null);
}
