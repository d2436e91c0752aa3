import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { newCompanyLeave as newCompanyLeavePage } from "@/app/(app)/dashboard/(settings)/pages";
import { CompanyLeaveForm } from "@/app/(app)/dashboard/(settings)/settings/company-leave/new/company-leave-form";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(newCompanyLeavePage);
export default routeOf(newCompanyLeavePage, NewCompanyLeavePage);

async function NewCompanyLeavePage() {
  const [{ actor }, choices, types] = await Promise.all([
    requireActor(),
    load(caller().people.choices()),
    load(caller().leaveTypes.list()),
  ]);
  const error = choices.error ?? types.error;
  const isAdmin = actor.role === "ADMIN";
  const managed = actor.locationIds.map((id) => `location-${id}`);
  return (
    <>
      <RecordHeader of={newCompanyLeavePage} />
      {error ? <LoadError error={error} /> : null}
      {choices.data && types.data ? (
        <CompanyLeaveForm
          choices={{
            ...choices.data,
            locations: choices.data.locations.filter(({ id }) => isAdmin || managed.includes(id)),
          }}
          types={types.data
            .filter(({ isActive }) => isActive)
            .map(({ id, name, interrupts }) => ({ id, name, interrupts }))}
          isAdmin={isAdmin}
        />
      ) : null}
    </>
  );
}
