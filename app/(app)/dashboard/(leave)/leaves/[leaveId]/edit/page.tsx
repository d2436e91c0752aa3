import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { EditForm } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/edit/edit-form";
import { MissingLeave } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/missing-leave";
import { LeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { loadLeave, nameOfLeave } from "@/app/(app)/dashboard/(leave)/leaves/load-leave";
import { editLeave as editLeavePage } from "@/app/(app)/dashboard/(leave)/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ leaveId: string }> };

export const generateMetadata = metadataOf(editLeavePage, nameOfLeave);
export default routeOf(editLeavePage, EditLeavePage);

async function EditLeavePage({ params }: Props) {
  await requireActor();
  const { leaveId } = await params;
  const [t, found] = await Promise.all([getTranslations("leaves"), loadLeave(leaveId)]);
  if (found.error) return <MissingLeave error={found.error} />;
  const leave = found.data;
  const terms = leave.may.edit ? await load(caller().leaves.terms({ leaveId })) : null;
  return (
    <>
      <RecordHeader
        of={editLeavePage}
        above={[
          ...(leave.isOwn ? [{ label: t("title"), href: paths.leaves }] : []),
          {
            label: leave.isOwn ? t("one.title") : t("one.titleOf", { name: leave.person.name }),
            href: paths.leave(leave.id),
          },
        ]}
        description={<LeaveDates {...leave} />}
      />
      {terms?.data ? <EditForm leave={leave} terms={terms.data} /> : null}
      {terms?.error ? <LoadError error={terms.error} /> : null}
      {terms === null ? (
        <EmptyState
          title={t("edit.notAllowed")}
          actions={<LinkButton href={paths.leave(leave.id)}>{t("edit.back")}</LinkButton>}
        >
          {t("edit.notAllowedText", { status: t(`status.${leave.status}`) })}
        </EmptyState>
      ) : null}
    </>
  );
}
