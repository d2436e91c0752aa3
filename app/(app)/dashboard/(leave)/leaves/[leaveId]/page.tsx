import { getFormatter, getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { Fact, FactList } from "@/app/_kit/page/fact-list";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Avatar } from "@/app/_kit/ui/avatar";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { Certificate } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/certificate";
import { DayByDay } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/day-by-day";
import { DecideLeaveLater } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/decide-leave-later";
import { Files } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/files";
import { History } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/history";
import { MissingLeave } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/missing-leave";
import { Questions } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/questions";
import { BrokenRules } from "@/app/(app)/dashboard/(leave)/leaves/broken-rules";
import { CancelLeave } from "@/app/(app)/dashboard/(leave)/leaves/cancel-leave";
import {
  DecidedBy,
  LeaveDates,
  type LeaveDetails,
  LeaveStatusBadge,
  TypeName,
} from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { loadLeave, nameOfLeave } from "@/app/(app)/dashboard/(leave)/leaves/load-leave";
import { RemindApprover } from "@/app/(app)/dashboard/(leave)/leaves/remind-approver";
import { WithdrawAsked } from "@/app/(app)/dashboard/(leave)/leaves/withdraw-asked";
import { leave as leavePage } from "@/app/(app)/dashboard/(leave)/pages";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import { paths } from "@/app/paths";
import { amountOf } from "@/server/kernel/time/amount";
import { brokenAmong } from "@/server/modules/leave/rules/find-certificate-due";
import { requireActor } from "@/server/signin/session";

type NextStepProps = { leave: LeaveDetails; approval: NonNullable<LeaveDetails["approval"]> };

/** The current approvers, and the buttons if the visitor is one of them. */
async function NextStep({ leave, approval: { approvers, levels } }: NextStepProps) {
  const [t, format] = await Promise.all([getTranslations("leaves"), getFormatter()]);
  const { cancellation, change } = leave;
  // The last level alone agrees to a change.
  const current = change ? 2 : leave.approvedLevel + 1;
  const turn = approvers.filter(({ level }) => levels === 1 || cancellation !== null || level === current);
  const names = turn.flatMap(({ name }) => name ?? []);
  const { id, isOwn, may, remindedOn, today } = leave;
  // One who has no other approver decides on their own leave, beside other administrators.
  const isAlone = isOwn && may.decide;
  return (
    <Card title={t("one.next")} titleId="leave-next">
      {cancellation ? (
        <p className="wrap-anywhere">
          {t("cancel.asked", { who: isOwn ? "you" : "other", name: leave.person.name })}
          {cancellation.reason ? <span className="block text-muted">{cancellation.reason}</span> : null}
        </p>
      ) : null}
      {change ? (
        <p className="wrap-anywhere">
          {t("change.asked", { who: isOwn ? "you" : "other", name: leave.person.name })}
          <span className="block text-muted">
            <LeaveDates {...change} />,{" "}
            {t("days", amountOf(change.durationWorkingDays, change.hours, leave.dayHours))}
            {change.typeName && change.typeName !== leave.type?.name ? `, ${change.typeName}` : null}
          </span>
        </p>
      ) : null}
      {leave.approvedLevel === 1 && !cancellation ? <p>{t("one.levelOne")}</p> : null}
      {isAlone ? (
        <p>{t("one.alone")}</p>
      ) : (
        <p>
          {names.length > 0
            ? t("one.waiting", { names: format.list(names, "either"), count: names.length })
            : t("one.waitingAnyone")}{" "}
          {isOwn ? t("one.seeHere") : null}
        </p>
      )}
      {may.decide ? (
        <div className="mt-3">
          <AreaMessages areas={["approvals", "leaves"]}>
            <DecideLeaveLater request={requestOf(leave, levels)} isOwn={isOwn} />
          </AreaMessages>
        </div>
      ) : null}
      {isOwn ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <RemindApprover leaveId={id} isRemindedToday={remindedOn === today} />
          {may.withdraw ? <WithdrawAsked leaveId={id} of={change ? "change" : "cancel"} /> : null}
        </div>
      ) : null}
    </Card>
  );
}

const timeOf = (time: NonNullable<Request["changes"]>): NonNullable<Request["changes"]> => ({
  startDate: time.startDate,
  endDate: time.endDate,
  isFullDayLeave: time.isFullDayLeave,
  startMinutes: time.startMinutes,
  endMinutes: time.endMinutes,
  startPart: time.startPart,
  endPart: time.endPart,
});

/** The shape that Approvals uses. Fields that are shown elsewhere on this page stay empty. */
const requestOf = (leave: LeaveDetails, levels: Request["levels"]): Request => ({
  id: leave.id,
  version: leave.version,
  userName: leave.person.name,
  departmentName: leave.person.departmentName ?? "",
  typeName: leave.type?.name ?? "",
  typeColor: leave.type?.color ?? "",
  ...timeOf(leave.change ?? leave),
  durationWorkingDays: (leave.change ?? leave).durationWorkingDays,
  hours: (leave.change ?? leave).hours,
  hoursPerDay: leave.hoursPerDay,
  dayHours: leave.dayHours,
  reason: leave.cancellation ? leave.cancellation.reason : leave.reason,
  isCancelling: leave.cancellation !== null,
  changes: leave.change && timeOf(leave),
  deadline: leave.endDate,
  levels,
  level: levels === 2 && (leave.approvedLevel > 0 || leave.change) ? 2 : 1,
  daysAfter: null,
  away: { names: [], count: 0 },
  warnings: [],
  rules: leave.breaks,
  question: null,
  onBehalfOfName: null,
});

type Props = { params: Promise<{ leaveId: string }> };

export const generateMetadata = metadataOf(leavePage, nameOfLeave);
export default routeOf(leavePage, LeavePage);

/** The user's own leave, or that of an employee within reach. */
async function LeavePage({ params }: Props) {
  await requireActor();
  const { leaveId } = await params;
  const [t, found] = await Promise.all([getTranslations(), loadLeave(leaveId)]);
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
            {isOwn ? null : (
              <>
                <Avatar name={person.name} size="lg" className="me-2.5 align-middle" />
                {`${person.name}: `}
              </>
            )}
            <LeaveDates {...leave} />
          </>
        }
        description={isOwn ? undefined : person.departmentName}
        status={
          <LeaveStatusBadge
            status={leave.status}
            isCancelling={leave.cancellation !== null}
            isChanging={leave.change !== null}
          />
        }
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
        <Closed leave={leave} />
        {approval ? <NextStep leave={leave} approval={approval} /> : null}
        <Questions leave={leave} />
        <Facts leave={leave} />
        <RulesOfLeave leave={leave} />
        <Certificate leave={leave} />
        <Files leave={leave} />
        <DayByDay leave={leave} />
        <History leave={leave} />
      </div>
    </>
  );
}

/** That days of the leave are closed, so that it can't be changed or cancelled there. */
async function Closed({ leave: { closedThrough: last } }: { leave: LeaveDetails }) {
  const t = await getTranslations("leaves.one");
  if (last === null) return null;
  return <Note>{t.rich("closed", { date: () => <LeaveDates startDate={last} endDate={last} /> })}</Note>;
}

/** The leave rules that it breaks, and who went ahead in spite of them. */
async function RulesOfLeave({ leave: { rules, breaks } }: { leave: LeaveDetails }) {
  const t = await getTranslations("leaves.rules");
  const said = new Set(rules.map(({ ruleId }) => ruleId));
  const shown = brokenAmong([...rules, ...breaks.filter(({ ruleId }) => !said.has(ruleId))]);
  if (shown.length === 0) return null;
  return (
    <Card title={t("title")} titleId="leave-rules">
      <BrokenRules rules={shown} />
      <ul className="mt-2 empty:hidden">
        {brokenAmong(rules).map(({ ruleId, name, overriddenBy, overrideReason }) =>
          overriddenBy ? (
            <li key={ruleId} className="text-muted wrap-anywhere">
              {t(overrideReason ? "overridden" : "imported", {
                rule: name,
                name: overriddenBy.name ?? t("someone"),
                reason: overrideReason ?? "",
              })}
            </li>
          ) : null,
        )}
      </ul>
    </Card>
  );
}

async function Facts({ leave }: { leave: LeaveDetails }) {
  const t = await getTranslations("leaves");
  const { type } = leave;
  const unit = leave.hours === null ? "days" : "hours";
  return (
    <Card title={t("one.facts")} titleId="leave-facts">
      <FactList>
        <Fact label={t("columns.type")}>{type ? <TypeName {...type} /> : t("one.private")}</Fact>
        <Fact label={t("columns.days", { unit })}>
          {t("days", amountOf(leave.durationWorkingDays, leave.hours, leave.dayHours))}
        </Fact>
        <Fact label={t("columns.decidedBy")}>
          <DecidedBy {...leave} />
        </Fact>
        {type ? <Fact label={t("one.reason")}>{leave.reason ?? t("one.noReason")}</Fact> : null}
        {leave.statusReason ? <Fact label={t("one.statusReason")}>{leave.statusReason}</Fact> : null}
      </FactList>
    </Card>
  );
}
