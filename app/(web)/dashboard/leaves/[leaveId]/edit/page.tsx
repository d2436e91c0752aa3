import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { QueryProvider } from "@/app/_trpc/queries";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { EditForm } from "@/app/(web)/dashboard/leaves/[leaveId]/edit/edit-form";
import { MissingLeave } from "@/app/(web)/dashboard/leaves/[leaveId]/missing-leave";
import { LeaveDates } from "@/app/(web)/dashboard/leaves/leave-dates";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("leaves");
  return { title: t("edit.title") };
}

type Props = { params: Promise<{ leaveId: string }> };

export default async function EditLeavePage({ params }: Props) {
  await requireActor();
  const { leaveId } = await params;
  const [t, found] = await Promise.all([
    getTranslations("leaves"),
    load(caller().leaves.get({ id: leaveId })),
  ]);
  if (found.error) return <MissingLeave error={found.error} />;
  const leave = found.data;
  const terms = leave.may.edit ? await load(caller().leaves.terms({ leaveId })) : null;
  return (
    <>
      <PageHeader
        title={t("edit.title")}
        breadcrumb={[
          ...(leave.isOwn ? [{ label: t("title"), href: paths.leaves }] : []),
          {
            label: leave.isOwn ? t("one.title") : t("one.titleOf", { name: leave.person.name }),
            href: paths.leave(leave.id),
          },
        ]}
        description={<LeaveDates {...leave} />}
      />
      {terms?.data ? (
        <QueryProvider>
          <EditForm leave={leave} terms={terms.data} />
        </QueryProvider>
      ) : null}
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
