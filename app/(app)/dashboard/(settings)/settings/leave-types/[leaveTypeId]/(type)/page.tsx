import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Badge } from "@/app/_kit/ui/badge";
import { caller } from "@/app/_trpc/server";
import { leaveType as leaveTypePage } from "@/app/(app)/dashboard/(settings)/pages";
import { EditType } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/(type)/edit-type";
import { PoliciesTable } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/(type)/policies-table";
import { Retire } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/(type)/retire";
import {
  isMissing,
  leaveTypeOf,
} from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/leave-type-of";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ leaveTypeId: string }> };

export const generateMetadata = metadataOf(leaveTypePage, async ({ params }: Props) => {
  await requireActor();
  return (await leaveTypeOf((await params).leaveTypeId)).data?.title;
});
export default routeOf(leaveTypePage, LeaveTypePage);

async function LeaveTypePage({ params }: Props) {
  await requireActor();
  const [t, { data: type, error }, locations] = await Promise.all([
    getTranslations("policies"),
    leaveTypeOf((await params).leaveTypeId),
    load(caller().directory.locations.list()),
  ]);
  if (isMissing(error)) notFound();
  return (
    <>
      <RecordHeader
        of={leaveTypePage}
        title={type?.title ?? t("title")}
        status={type && !type.isActive ? <Badge tone="warning">{t("inactive")}</Badge> : undefined}
      />
      <OnlyAdministrators what={t("refused")}>
        {error ? <LoadError error={error} /> : null}
        {locations.error ? <LoadError error={locations.error} /> : null}
        {type ? (
          <div className="flex max-w-3xl flex-col gap-5">
            <PoliciesTable type={type} locations={locations.data ?? []} />
            <EditType key={JSON.stringify(type)} type={type} />
            <Retire type={type} />
          </div>
        ) : null}
      </OnlyAdministrators>
    </>
  );
}
