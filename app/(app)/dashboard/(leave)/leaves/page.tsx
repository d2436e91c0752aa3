import { getTranslations } from "next-intl/server";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { LeavesTable } from "@/app/(app)/dashboard/(leave)/leaves/leaves-table";
import { readLeavesQuery } from "@/app/(app)/dashboard/(leave)/list-queries";
import { leaves as leavesPage } from "@/app/(app)/dashboard/(leave)/pages";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(leavesPage);
export default routeOf(leavesPage, LeavesPage);

async function loadLeaves(address: URLSearchParams) {
  const choices = await caller().leaves.pageChoices();
  const asked = readLeavesQuery(address, choices);
  return { choices, first: { asked, found: await caller().leaves.page(asked) } };
}

async function LeavesPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  await requireActor();
  const [t, list] = await Promise.all([
    getTranslations("leaves"),
    load(loadLeaves(addressOf(await searchParams))),
  ]);
  const isEmpty = isEmptyList(list.data?.first.found);
  const request = (
    <LinkButton href={paths.request} variant="primary">
      {t("request")}
    </LinkButton>
  );
  const toYear = (
    <LinkButton href={paths.year()} variant="ghost">
      {t("toYear")}
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
          list.data && !isEmpty ? (
            <>
              {toYear}
              {toCalendar}
              {request}
            </>
          ) : undefined
        }
      />
      {list.error ? <LoadError error={list.error} /> : null}
      {isEmpty ? (
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
      {list.data && !isEmpty ? <LeavesTable {...list.data} /> : null}
    </>
  );
}
