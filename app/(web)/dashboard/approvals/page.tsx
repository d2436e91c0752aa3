import { ListProviders } from "@/app/_resource/list-providers";
import "@/app/(web)/dashboard/wallchart/wallchart.css";
import "@/app/(web)/dashboard/approvals/near-weeks.css";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { RoomForPanel } from "@/app/_resource/room-for-panel";
import { caller } from "@/app/_trpc/server";
import { Approvals } from "@/app/(web)/dashboard/approvals/approvals";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { approvals as approvalsPage } from "@/app/(web)/dashboard/page-records/team";
import { encodeId } from "@/server/kernel/schema";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(approvalsPage);
export default routeOf(approvalsPage, ApprovalsPage, ListProviders);

async function ApprovalsPage() {
  const visitor = await requireActor();
  const [requests, choices] = await Promise.all([
    load(caller().approvals.toDecide({})),
    load(caller().wallchart.choices()),
  ]);
  return (
    <RoomForPanel>
      <RecordHeader of={approvalsPage} />
      {requests.error ? (
        <LoadError error={requests.error} />
      ) : (
        <Approvals
          first={requests.data}
          self={encodeId("user", visitor.user.id)}
          leaveTypes={choices.data?.leaveTypes ?? []}
        />
      )}
    </RoomForPanel>
  );
}
