import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { leavePolicy as leavePolicyPage } from "@/app/(web)/dashboard/page-records/settings";
import { paths } from "@/app/(web)/dashboard/paths";
import { PolicyForm } from "@/app/(web)/dashboard/settings/leave-types/[leaveTypeId]/[locationId]/policy-form";
import {
  isMissing,
  leaveTypeOf,
} from "@/app/(web)/dashboard/settings/leave-types/[leaveTypeId]/leave-type-of";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ leaveTypeId: string; locationId: string }> };

export const generateMetadata = metadataOf(leavePolicyPage, async ({ params }: Props) => {
  await requireActor();
  return (await leaveTypeOf((await params).leaveTypeId)).data?.name;
});
export default routeOf(leavePolicyPage, LeavePolicyPage);

async function LeavePolicyPage({ params }: Props) {
  const [{ workspace }, { leaveTypeId, locationId }, t, locations] = await Promise.all([
    requireActor(),
    params,
    getTranslations("policies"),
    load(caller().directory.locations.list()),
  ]);
  const { data: type, error } = await leaveTypeOf(leaveTypeId);
  const location = locations.data?.find(({ id }) => id === locationId);
  if (isMissing(error) || (locations.data && !location)) notFound();
  const failed = error ?? locations.error;
  return (
    <>
      <RecordHeader
        of={leavePolicyPage}
        above={type ? [{ label: type.name, href: paths.leaveType(type.id) }] : []}
        title={type && location ? t("policyTitle", { type: type.name, location: location.name }) : t("title")}
      />
      <OnlyAdministrators what={t("refused")}>
        {failed ? <LoadError error={failed} /> : null}
        {type && location && locations.data ? (
          <PolicyForm
            key={JSON.stringify(type.policies)}
            type={type}
            locationId={location.id}
            locations={locations.data.map(({ id, name }) => ({ id, name }))}
            isComplete={workspace.plan === "COMPLETE"}
          />
        ) : null}
      </OnlyAdministrators>
    </>
  );
}
