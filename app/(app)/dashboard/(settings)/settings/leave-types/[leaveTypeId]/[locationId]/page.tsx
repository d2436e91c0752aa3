import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { leavePolicy as leavePolicyPage } from "@/app/(app)/dashboard/(settings)/pages";
import { PolicyForm } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-form";
import {
  isMissing,
  leaveTypeOf,
} from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/leave-type-of";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ leaveTypeId: string; locationId: string }> };

export const generateMetadata = metadataOf(leavePolicyPage, async ({ params }: Props) => {
  await requireActor();
  return (await leaveTypeOf((await params).leaveTypeId)).data?.title;
});
export default routeOf(leavePolicyPage, LeavePolicyPage);

async function LeavePolicyPage({ params }: Props) {
  const { directory } = caller();
  const [{ workspace }, { leaveTypeId, locationId }, t, locations, labels] = await Promise.all([
    requireActor(),
    params,
    getTranslations("policies"),
    load(directory.locations.list()),
    load(directory.labels.list()),
  ]);
  const { data: type, error } = await leaveTypeOf(leaveTypeId);
  const location = locations.data?.find(({ id }) => id === locationId);
  if (isMissing(error) || (locations.data && !location)) notFound();
  const failed = error ?? locations.error ?? labels.error;
  return (
    <>
      <RecordHeader
        of={leavePolicyPage}
        above={type ? [{ label: type.title, href: paths.leaveType(type.id) }] : []}
        title={
          type && location ? t("policyTitle", { type: type.title, location: location.name }) : t("title")
        }
      />
      <OnlyAdministrators what={t("refused")}>
        {failed ? <LoadError error={failed} /> : null}
        {type && location && locations.data && labels.data ? (
          <PolicyForm
            key={JSON.stringify(type.policies)}
            type={type}
            locationId={location.id}
            locations={locations.data.map(({ id, name, hoursPerDay }) => ({ id, name, hoursPerDay }))}
            labels={labels.data.map(({ id, name }) => ({ id, name }))}
            isComplete={workspace.plan === "COMPLETE"}
          />
        ) : null}
      </OnlyAdministrators>
    </>
  );
}
