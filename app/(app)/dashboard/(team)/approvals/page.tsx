import "@/app/(app)/dashboard/(team)/wallchart/wallchart.css";
import "@/app/(app)/dashboard/(team)/approvals/near-weeks.css";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RoomForPanel } from "@/app/_kit/list/room-for-panel";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Tabs } from "@/app/_kit/ui/tabs";
import { caller } from "@/app/_trpc/server";
import { questionOf, readAddress } from "@/app/(app)/dashboard/(team)/approvals/address";
import { Approvals } from "@/app/(app)/dashboard/(team)/approvals/approvals";
import { CreditsToDecide } from "@/app/(app)/dashboard/(team)/approvals/credits-to-decide";
import { DecidedLeave } from "@/app/(app)/dashboard/(team)/approvals/decided-leave";
import { approvals as approvalsPage } from "@/app/(app)/dashboard/(team)/pages";
import { paths } from "@/app/paths";
import { encodeId } from "@/server/kernel/schema";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(approvalsPage);
export default routeOf(approvalsPage, ApprovalsPage);

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

async function ApprovalsPage({ searchParams }: Props) {
  const params = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
  if (params.get("view") === "decided") return <DecidedPage />;
  const visitor = await requireActor();
  const asked = questionOf(readAddress(params));
  const [requests, credits, choices] = await Promise.all([
    load(caller().approvals.toDecide(asked)),
    load(caller().credits.toDecide()),
    load(caller().wallchart.choices()),
  ]);
  const { departments = [], leaveTypes = [] } = choices.data ?? {};
  return (
    <RoomForPanel>
      <RecordHeader of={approvalsPage} />
      <Views current="waiting" />
      {credits.data && credits.data.length > 0 ? <CreditsToDecide credits={credits.data} /> : null}
      {requests.error ? (
        <LoadError error={requests.error} />
      ) : (
        <LeaveSection isNamed={(credits.data?.length ?? 0) > 0}>
          <Approvals
            first={{ asked, found: requests.data }}
            self={encodeId("user", visitor.user.id)}
            choices={{ departments, leaveTypes }}
            isBelowOthers={(credits.data?.length ?? 0) > 0}
          />
        </LeaveSection>
      )}
    </RoomForPanel>
  );
}

/** The queue of leave, under a heading where credits have one. */
function LeaveSection({ isNamed, children }: { isNamed: boolean; children: ReactNode }) {
  const t = useTranslations("approvals");
  if (!isNamed) return children;
  return (
    <section aria-labelledby="leave-title">
      <h2 id="leave-title" className="mb-2 font-semibold text-base">
        {t("leave")}
      </h2>
      {children}
    </section>
  );
}

/** What the user decided. */
async function DecidedPage() {
  const decided = await load(caller().approvals.decided({}));
  return (
    <>
      <RecordHeader of={approvalsPage} />
      <Views current="decided" />
      {decided.error ? <LoadError error={decided.error} /> : <DecidedLeave first={decided.data} />}
    </>
  );
}

function Views({ current }: { current: "waiting" | "decided" }) {
  const t = useTranslations("approvals.views");
  return (
    <Tabs
      label={t("label")}
      tabs={[
        { label: t("waiting"), href: paths.approvals, current: current === "waiting" },
        { label: t("decided"), href: `${paths.approvals}?view=decided`, current: current === "decided" },
      ]}
    />
  );
}
