import { getTranslations } from "next-intl/server";
import { Fact, FactList } from "@/app/_kit/page/fact-list";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { DayByDay } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/day-by-day";
import { History } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/history";
import { MissingLeave } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/missing-leave";
import { NextStep } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/next-step";
import { CancelLeave } from "@/app/(app)/dashboard/(leave)/leaves/cancel-leave";
import { DecidedBy } from "@/app/(app)/dashboard/(leave)/leaves/decided-by";
import { LeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/leave-dates";
import { LeaveStatusBadge } from "@/app/(app)/dashboard/(leave)/leaves/leave-status";
import type { LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/own-leave";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/type-name";
import { leave as leavePage } from "@/app/(app)/dashboard/(leave)/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ leaveId: string }> };

export const generateMetadata = metadataOf(leavePage);
export default routeOf(leavePage, LeavePage);

/** The user's own leave, or that of an employee within reach. */
async function LeavePage({ params }: Props) {
  await requireActor();
  const { leaveId } = await params;
  const [t, found] = await Promise.all([getTranslations(), load(caller().leaves.get({ id: leaveId }))]);
  if (found.error) return <MissingLeave error={found.error} />;
  const leave = found.data;
  const { may, isOwn, person, approval } = leave;
  const above = isOwn
    ? { label: t("leaves.title"), href: paths.leaves }
    : { label: t("shell.pages.wallchart"), href: `${paths.wallchart}?on=${leave.startDate}` };
  return (
    <>
      <RecordHeader
        of={leavePage}
        above={[above]}
        title={
          <>
            {isOwn ? null : `${person.name}: `}
            <LeaveDates {...leave} />
          </>
        }
        description={isOwn ? undefined : person.departmentName}
        status={<LeaveStatusBadge status={leave.status} />}
        actions={
          may.edit || may.cancel ? (
            <>
              {may.edit ? (
                <LinkButton href={paths.editLeave(leave.id)}>{t("leaves.edit.button")}</LinkButton>
              ) : null}
              {may.cancel ? <CancelLeave leave={leave} /> : null}
            </>
          ) : undefined
        }
      />
      <div className="grid max-w-3xl gap-5">
        {approval ? <NextStep leave={leave} approval={approval} /> : null}
        <Facts leave={leave} />
        <DayByDay days={leave.days} />
        <History leave={leave} />
      </div>
    </>
  );
}

async function Facts({ leave }: { leave: LeaveDetails }) {
  const t = await getTranslations("leaves");
  const { type } = leave;
  return (
    <Card title={t("one.facts")} titleId="leave-facts">
      <FactList>
        <Fact label={t("columns.type")}>{type ? <TypeName {...type} /> : t("one.private")}</Fact>
        <Fact label={t("columns.days")}>{t("days", { days: leave.durationWorkingDays })}</Fact>
        <Fact label={t("columns.decidedBy")}>
          <DecidedBy {...leave} />
        </Fact>
        {type ? <Fact label={t("one.reason")}>{leave.reason ?? t("one.noReason")}</Fact> : null}
        {leave.statusReason ? <Fact label={t("one.statusReason")}>{leave.statusReason}</Fact> : null}
      </FactList>
    </Card>
  );
}
