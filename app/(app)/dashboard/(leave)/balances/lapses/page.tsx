import { getTranslations } from "next-intl/server";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { leadsLocation } from "@/app/(app)/dashboard/_shell/visitor";
import { LapsesList } from "@/app/(app)/dashboard/(leave)/balances/lapses/lapses-list";
import { readLapsesQuery } from "@/app/(app)/dashboard/(leave)/list-queries";
import { lapses as lapsesPage } from "@/app/(app)/dashboard/(leave)/pages";
import { isMailSetUp } from "@/app/(app)/dashboard/(team)/people/is-mail-set-up";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(lapsesPage);
export default routeOf(lapsesPage, LapsesPage);

/** Who loses what by when, for those who grant days. */
async function LapsesPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const visitor = await requireActor();
  const t = await getTranslations("lapses");
  if (!leadsLocation(visitor))
    return (
      <>
        <RecordHeader of={lapsesPage} />
        <EmptyState title={t("notForYou")} />
      </>
    );
  const asked = readLapsesQuery(addressOf(await searchParams));
  const [places, types, found] = await Promise.all([
    load(caller().people.choices()),
    load(caller().leaveTypes.list()),
    load(caller().lapses.page(asked)),
  ]);
  const failed = places.error ?? types.error ?? found.error;
  return (
    <>
      <RecordHeader of={lapsesPage} />
      {failed ? <LoadError error={failed} /> : null}
      {isEmptyList(found.data) ? <EmptyState title={t("none")}>{t("noneText")}</EmptyState> : null}
      {places.data && types.data && found.data && !isEmptyList(found.data) ? (
        <LapsesList
          first={{ asked, found: found.data }}
          hasMail={isMailSetUp()}
          choices={{
            location: places.data.locations,
            department: places.data.departments,
            leaveType: types.data.map(({ id, name }) => ({ id, name })),
          }}
        />
      ) : null}
    </>
  );
}
