import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { LeavesTable } from "@/app/(web)/dashboard/leaves/leaves-table";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("leaves");
  return { title: t("title") };
}

export default async function LeavesPage() {
  await requireActor();
  const [t, terms, list] = await Promise.all([
    getTranslations("leaves"),
    load(caller().leaves.terms()),
    load(caller().leaves.mine()),
  ]);
  const failed = terms.error ?? list.error;
  const request = (
    <LinkButton href={paths.request} variant="primary">
      {t("request")}
    </LinkButton>
  );
  const toCalendar = (
    <LinkButton href={paths.calendarFeeds} variant="ghost">
      {t("toCalendar")}
    </LinkButton>
  );
  return (
    <>
      {/* An empty page shows its main action once, in the middle. */}
      <PageHeader
        title={t("title")}
        description={t("lead")}
        actions={
          list.data?.length ? (
            <>
              {toCalendar}
              {request}
            </>
          ) : undefined
        }
      />
      {failed ? <LoadError error={failed} /> : null}
      {list.data?.length === 0 ? (
        <EmptyState
          title={t("none.title")}
          actions={
            <>
              {request}
              {toCalendar}
            </>
          }
        >
          {t("none.text")}
        </EmptyState>
      ) : null}
      {terms.data && list.data?.length ? <LeavesTable leaves={list.data} today={terms.data.today} /> : null}
    </>
  );
}
