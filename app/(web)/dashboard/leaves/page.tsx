import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { LeavesTable } from "@/app/(web)/dashboard/leaves/leaves-table";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { leaves as leavesPage } from "@/app/(web)/dashboard/page-records/leave";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(leavesPage);
export default routeOf(leavesPage, LeavesPage);

async function LeavesPage() {
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
      <RecordHeader
        of={leavesPage}
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
