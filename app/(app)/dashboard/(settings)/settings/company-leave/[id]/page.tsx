import { notFound } from "next/navigation";
import { cache } from "react";
import { addressOf, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { oneCompanyLeave as oneCompanyLeavePage } from "@/app/(app)/dashboard/(settings)/pages";
import { PeopleTable } from "@/app/(app)/dashboard/(settings)/settings/company-leave/[id]/people-table";
import { readPeopleShown } from "@/app/(app)/dashboard/(settings)/settings/company-leave/[id]/query";
import { Standing } from "@/app/(app)/dashboard/(settings)/settings/company-leave/[id]/standing";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageSearch> };

const leaveOf = cache((id: string) => load(caller().companyLeaves.get({ id })));
/** An id in another format names nothing either. */
const isMissing = (code: string | undefined) => code === "RESOURCE_NOT_FOUND" || code === "VALIDATION_ERROR";

export const generateMetadata = metadataOf(oneCompanyLeavePage, async ({ params }: Props) => {
  await requireActor();
  return (await leaveOf((await params).id)).data?.name;
});
export default routeOf(oneCompanyLeavePage, OneCompanyLeavePage);

async function OneCompanyLeavePage({ params, searchParams }: Props) {
  await requireActor();
  const [{ id }, search] = await Promise.all([params, searchParams]);
  const { data: leave, error } = await leaveOf(id);
  if (isMissing(error?.code)) notFound();
  if (!leave)
    return (
      <>
        <RecordHeader of={oneCompanyLeavePage} />
        {error ? <LoadError error={error} /> : null}
      </>
    );
  const asked = readPeopleShown(addressOf(search));
  const people = await load(caller().companyLeaves.people({ id, ...asked }));
  return (
    <>
      <RecordHeader of={oneCompanyLeavePage} title={leave.name} />
      <div className="flex max-w-5xl flex-col gap-5">
        <Standing leave={leave} />
        {people.error ? (
          <LoadError error={people.error} />
        ) : (
          <PeopleTable
            key={`people ${leave.updatedAt}`}
            leave={leave}
            first={{ asked, found: people.data }}
          />
        )}
      </div>
    </>
  );
}
