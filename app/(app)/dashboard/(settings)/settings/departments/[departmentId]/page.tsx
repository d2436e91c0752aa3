import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Badge } from "@/app/_kit/ui/badge";
import { caller } from "@/app/_trpc/server";
import { department as departmentPage } from "@/app/(app)/dashboard/(settings)/pages";
import { DeletePlace } from "@/app/(app)/dashboard/(settings)/settings/delete-place";
import { EditDepartment } from "@/app/(app)/dashboard/(settings)/settings/departments/[departmentId]/edit-department";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ departmentId: string }> };

// Loads all departments: the form offers the others as parents.
const departmentsOf = cache(() => load(caller().directory.departments.overview()));

export const generateMetadata = metadataOf(departmentPage, async ({ params }: Props) => {
  await requireActor();
  const [{ departmentId }, { data }] = await Promise.all([params, departmentsOf()]);
  return data?.find(({ id }) => id === departmentId)?.name;
});
export default routeOf(departmentPage, DepartmentPage);

async function DepartmentPage({ params }: Props) {
  const [{ workspace }, { departmentId }, t, found] = await Promise.all([
    requireActor(),
    params,
    getTranslations("places"),
    departmentsOf(),
  ]);
  const department = found.data?.find(({ id }) => id === departmentId);
  if (found.data && !department) notFound();
  const uses = department ? await load(caller().directory.departments.uses({ id: department.id })) : null;
  return (
    <>
      <RecordHeader
        of={departmentPage}
        title={department?.name ?? t("departments.title")}
        status={department?.isDefault ? <Badge icon={null}>{t("default")}</Badge> : undefined}
      />
      {found.error ? <Refused error={found.error} what={t("departments.refused")} /> : null}
      {department && found.data ? (
        <div className="flex flex-col gap-5">
          <EditDepartment
            key={JSON.stringify(department)}
            department={department}
            departments={found.data}
            hasLevel2={workspace.plan === "COMPLETE"}
          />
          {uses?.error ? <LoadError error={uses.error} /> : null}
          {uses?.data ? <DeletePlace kind="departments" {...department} uses={uses.data} /> : null}
        </div>
      ) : null}
    </>
  );
}
