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

const departmentOf = cache((id: string) => load(caller().directory.departments.details({ id })));

export const generateMetadata = metadataOf(departmentPage, async ({ params }: Props) => {
  await requireActor();
  return (await departmentOf((await params).departmentId)).data?.name;
});
export default routeOf(departmentPage, DepartmentPage);

async function DepartmentPage({ params }: Props) {
  const [{ workspace }, t, { data: department, error }] = await Promise.all([
    requireActor(),
    getTranslations("places"),
    params.then(({ departmentId }) => departmentOf(departmentId)),
  ]);
  if (error?.code === "RESOURCE_NOT_FOUND" || error?.code === "VALIDATION_ERROR") notFound();
  const uses = department ? await load(caller().directory.departments.uses({ id: department.id })) : null;
  return (
    <>
      <RecordHeader
        of={departmentPage}
        title={department?.name ?? t("departments.title")}
        status={department?.isDefault ? <Badge icon={null}>{t("default")}</Badge> : undefined}
      />
      {error ? <Refused error={error} what={t("departments.refused")} /> : null}
      {department ? (
        <div className="flex flex-col gap-5">
          <EditDepartment
            key={JSON.stringify(department)}
            department={department}
            hasLevel2={workspace.plan === "COMPLETE"}
          />
          {uses?.error ? <LoadError error={uses.error} /> : null}
          {uses?.data ? <DeletePlace kind="departments" {...department} uses={uses.data} /> : null}
        </div>
      ) : null}
    </>
  );
}
