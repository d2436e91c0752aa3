import { getFormatter, getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { Card } from "@/app/_ui/card";
import { DecideLeave } from "@/app/(web)/dashboard/leaves/[leaveId]/decide-leave";
import type { LeaveDetails } from "@/app/(web)/dashboard/leaves/own-leave";
import { RemindApprover } from "@/app/(web)/dashboard/leaves/remind-approver";

type Props = { leave: LeaveDetails; approval: NonNullable<LeaveDetails["approval"]> };

/** Who decides, as it is now; with the buttons for whoever may. */
export async function NextStep({ leave, approval: { approvers, levels } }: Props) {
  const [t, format] = await Promise.all([getTranslations("leaves"), getFormatter()]);
  const turn = approvers.filter(({ level }) => levels === 1 || level === leave.approvedLevel + 1);
  const names = turn.flatMap(({ name }) => name ?? []);
  const { id, version, person, isOwn, may, remindedOn, today } = leave;
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
          <AreaMessages areas={["approvals"]}>
            <DecideLeave key={version} request={{ id, version, userName: person.name }} />
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
