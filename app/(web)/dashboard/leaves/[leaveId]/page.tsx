import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { RelativeTime } from "@/app/_ui/relative-time";
import { CancelLeave } from "@/app/(web)/dashboard/leaves/cancel-leave";
import { LeaveDates } from "@/app/(web)/dashboard/leaves/leave-dates";
import { LeaveStatusBadge } from "@/app/(web)/dashboard/leaves/leave-status";
import type { OwnLeave } from "@/app/(web)/dashboard/leaves/own-leave";
import { RemindApprover } from "@/app/(web)/dashboard/leaves/remind-approver";
import { TypeName } from "@/app/(web)/dashboard/leaves/type-name";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("leaves");
  return { title: t("title") };
}

type Props = { params: Promise<{ leaveId: string }> };

export default async function LeavePage({ params }: Props) {
  await requireActor();
  const { leaveId } = await params;
  const [t, terms, found] = await Promise.all([
    getTranslations("leaves"),
    load(caller().leaves.terms()),
    load(caller().leaves.get({ id: leaveId })),
  ]);
  const breadcrumb = [{ label: t("title"), href: paths.leaves }];
  const leave = found.data;
  if (!leave) {
    const isGone = found.error.code === "RESOURCE_NOT_FOUND" || found.error.code === "VALIDATION_ERROR";
    return (
      <>
        <PageHeader title={t(isGone ? "one.notFound" : "title")} breadcrumb={breadcrumb} />
        {isGone ? (
          <EmptyState
            title={t("one.notFoundText")}
            actions={<LinkButton href={paths.leaves}>{t("one.back")}</LinkButton>}
          />
        ) : (
          <LoadError error={found.error} />
        )}
      </>
    );
  }
  const isOver = leave.endDate < (terms.data?.today ?? "");
  const mayCancel = (leave.status === "OPEN" || leave.status === "APPROVED") && !isOver;
  return (
    <>
      <PageHeader
        title={<LeaveDates {...leave} />}
        breadcrumb={breadcrumb}
        status={<LeaveStatusBadge status={leave.status} />}
        actions={mayCancel ? <CancelLeave leave={leave} /> : undefined}
      />
      <div className="grid max-w-3xl gap-5">
        {leave.status === "OPEN" ? <Next leave={leave} today={terms.data?.today ?? ""} /> : null}
        <Facts leave={leave} />
      </div>
    </>
  );
}

/** Who decides, as it is now. */
async function Next({ leave, today }: { leave: OwnLeave; today: string }) {
  const [t, format, preview] = await Promise.all([
    getTranslations("leaves"),
    getFormatter(),
    load(caller().leaves.preview({ leaveId: leave.id })),
  ]);
  const { approvers = [], levels = 1 } = preview.data?.approval ?? {};
  const turn = approvers.filter(({ level }) => levels === 1 || level === leave.approvedLevel + 1);
  const names = turn.flatMap(({ name }) => name ?? []);
  return (
    <Card title={t("one.next")} titleId="leave-next">
      {leave.approvedLevel === 1 ? <p>{t("one.levelOne")}</p> : null}
      <p>
        {names.length > 0
          ? t("one.waiting", { names: format.list(names, "either"), count: names.length })
          : t("one.waitingAnyone")}
      </p>
      <div className="mt-3">
        <RemindApprover leaveId={leave.id} isRemindedToday={leave.remindedOn === today} />
      </div>
    </Card>
  );
}

async function Facts({ leave }: { leave: OwnLeave }) {
  const t = await getTranslations("leaves");
  return (
    <Card title={t("one.facts")} titleId="leave-facts">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(8rem,auto)_1fr]">
        <Fact label={t("columns.type")}>
          <TypeName name={leave.leaveTypeName} color={leave.leaveTypeColor} />
        </Fact>
        <Fact label={t("columns.days")}>{t("days", { days: leave.durationWorkingDays })}</Fact>
        <Fact label={t("columns.decidedBy")}>
          {leave.approverName ?? t(leave.autoApproved ? "automatic" : "nobody")}
        </Fact>
        <Fact label={t("one.reason")}>{leave.reason ?? t("one.noReason")}</Fact>
        {leave.statusReason ? <Fact label={t("one.statusReason")}>{leave.statusReason}</Fact> : null}
        {leave.createdAt ? (
          <Fact label={t("one.requestedAt")}>
            <RelativeTime at={leave.createdAt} />
          </Fact>
        ) : null}
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 sm:contents">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}
