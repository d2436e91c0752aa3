import { getFormatter, getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { Card } from "@/app/_kit/ui/card";
import { DecideLeaveLater } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/decide-leave-later";
import type { LeaveDetails } from "@/app/(app)/dashboard/(leave)/leaves/own-leave";
import { RemindApprover } from "@/app/(app)/dashboard/(leave)/leaves/remind-approver";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";

type Props = { leave: LeaveDetails; approval: NonNullable<LeaveDetails["approval"]> };

/** The current approvers, and the buttons if the visitor is one of them. */
export async function NextStep({ leave, approval: { approvers, levels } }: Props) {
  const [t, format] = await Promise.all([getTranslations("leaves"), getFormatter()]);
  const turn = approvers.filter(({ level }) => levels === 1 || level === leave.approvedLevel + 1);
  const names = turn.flatMap(({ name }) => name ?? []);
  const { id, isOwn, may, remindedOn, today } = leave;
  return (
    <Card title={t("one.next")} titleId="leave-next">
      {leave.approvedLevel === 1 ? <p>{t("one.levelOne")}</p> : null}
      <p>
        {names.length > 0
          ? t("one.waiting", { names: format.list(names, "either"), count: names.length })
          : t("one.waitingAnyone")}{" "}
        {isOwn ? t("one.seeHere") : null}
      </p>
      {may.decide ? (
        <div className="mt-3">
          <AreaMessages areas={["approvals", "leaves"]}>
            <DecideLeaveLater request={requestOf(leave, levels)} />
          </AreaMessages>
        </div>
      ) : null}
      {isOwn ? (
        <div className="mt-3">
          <RemindApprover leaveId={id} isRemindedToday={remindedOn === today} />
        </div>
      ) : null}
    </Card>
  );
}

/** The shape that Approvals uses. Fields that are shown elsewhere on this page stay empty. */
const requestOf = (leave: LeaveDetails, levels: Request["levels"]): Request => ({
  id: leave.id,
  version: leave.version,
  userName: leave.person.name,
  departmentName: leave.person.departmentName ?? "",
  typeName: leave.type?.name ?? "",
  typeColor: leave.type?.color ?? "",
  startDate: leave.startDate,
  endDate: leave.endDate,
  isFullDayLeave: leave.isFullDayLeave,
  startMinutes: leave.startMinutes,
  endMinutes: leave.endMinutes,
  durationWorkingDays: leave.durationWorkingDays,
  reason: leave.reason,
  deadline: leave.endDate,
  levels,
  level: levels === 2 && leave.approvedLevel > 0 ? 2 : 1,
  warnings: [],
  onBehalfOfName: null,
});
