import "@/app/(app)/dashboard/(team)/wallchart/wallchart.css";
import "@/app/(app)/dashboard/(team)/approvals/near-weeks.css";
import { RoomForPanel } from "@/app/_kit/list/room-for-panel";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { Approvals } from "@/app/(app)/dashboard/(team)/approvals/approvals";
import { CreditsToDecide } from "@/app/(app)/dashboard/(team)/approvals/credits-to-decide";
import { approvals as approvalsPage } from "@/app/(app)/dashboard/(team)/pages";
import { encodeId } from "@/server/kernel/schema";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(approvalsPage);
export default routeOf(approvalsPage, ApprovalsPage);

async function ApprovalsPage() {
  const visitor = await requireActor();
  const [requests, credits, choices] = await Promise.all([
    load(caller().approvals.toDecide({})),
    load(caller().credits.toDecide()),
    load(caller().wallchart.choices()),
  ]);
  return (
    <RoomForPanel>
      <RecordHeader of={approvalsPage} />
      {credits.data && credits.data.length > 0 ? <CreditsToDecide credits={credits.data} /> : null}
      {requests.error ? (
        <LoadError error={requests.error} />
      ) : (
        <Approvals
          first={requests.data}
          self={encodeId("user", visitor.user.id)}
          leaveTypes={choices.data?.leaveTypes ?? []}
          isBelowOthers={(credits.data?.length ?? 0) > 0}
        />
      )}
    </RoomForPanel>
  );
}
