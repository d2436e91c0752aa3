import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { LeavesTable } from "@/app/(app)/dashboard/(leave)/leaves/leaves-table";
import { leaves as leavesPage } from "@/app/(app)/dashboard/(leave)/pages";
import { paths } from "@/app/paths";
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
