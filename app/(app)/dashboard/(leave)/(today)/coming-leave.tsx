import { getTranslations } from "next-intl/server";
import type { Loaded } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { LeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/leave-dates";
import { LeaveStatusBadge } from "@/app/(app)/dashboard/(leave)/leaves/leave-status";
import type { OwnLeave } from "@/app/(app)/dashboard/(leave)/leaves/own-leave";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/type-name";
import { paths } from "@/app/paths";

/** The user's own upcoming leave. */
export async function ComingLeave({ leaves }: { leaves: Loaded<OwnLeave[]> }) {
  const t = await getTranslations("today.own");
  const all = (
    <TextLink href={paths.leaves} className="inline-flex min-h-6 items-center">
      {t("all")}
    </TextLink>
  );
  return (
    <Card title={t("title")} titleId="own-leave" actions={all}>
      {leaves.error ? <LoadError error={leaves.error} /> : <List leaves={leaves.data} />}
    </Card>
  );
}

async function List({ leaves }: { leaves: readonly OwnLeave[] }) {
  const t = await getTranslations();
  if (leaves.length === 0) return <p className="text-muted">{t("today.own.none")}</p>;
  return (
    <ul className="divide-y divide-line">
      {leaves.map((leave) => (
        <li
          key={leave.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 grow">
            <TextLink quiet href={paths.leave(leave.id)} className="font-medium">
              <LeaveDates {...leave} />
            </TextLink>
            <div className="flex flex-wrap items-center gap-x-3 text-muted">
              <TypeName name={leave.leaveTypeName} color={leave.leaveTypeColor} />
              <span>{t("leaves.days", { days: leave.durationWorkingDays })}</span>
            </div>
          </div>
          <LeaveStatusBadge status={leave.status} />
        </li>
      ))}
    </ul>
  );
}
