import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Badge } from "@/app/_kit/ui/badge";
import { caller } from "@/app/_trpc/server";
import { location as locationPage } from "@/app/(app)/dashboard/(settings)/pages";
import { DeletePlace } from "@/app/(app)/dashboard/(settings)/settings/delete-place";
import { Closing } from "@/app/(app)/dashboard/(settings)/settings/locations/[locationId]/closing";
import { EditLocation } from "@/app/(app)/dashboard/(settings)/settings/locations/[locationId]/edit-location";
import { LocationLacks } from "@/app/(app)/dashboard/(settings)/settings/locations/[locationId]/lacks";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { dayNumber, dayText, localDate } from "@/server/kernel/time/calendar-date";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ locationId: string }> };

const locationOf = cache((id: string) => load(caller().directory.locations.get({ id })));

export const generateMetadata = metadataOf(locationPage, async ({ params }: Props) => {
  await requireActor();
  return (await locationOf((await params).locationId)).data?.name;
});
export default routeOf(locationPage, LocationPage);

/** The last day of the month before, at a location. */
const endOfLastMonth = (timezone: string): string =>
  dayText(dayNumber(`${localDate(new Date(), timezone).slice(0, 8)}01`) - 1);

async function LocationPage({ params }: Props) {
  await requireActor();
  const id = (await params).locationId;
  const [t, { data: location, error }, lacks, uses, paid] = await Promise.all([
    getTranslations("places"),
    locationOf(id),
    load(caller().startingSets.lacks({ locationId: id })),
    load(caller().directory.locations.uses({ id })),
    load(caller().payroll.closed({ locationId: id })),
  ]);
  if (error?.code === "RESOURCE_NOT_FOUND" || error?.code === "VALIDATION_ERROR") notFound();
  return (
    <>
      <RecordHeader
        of={locationPage}
        title={location?.name ?? t("locations.title")}
        status={location?.isDefault ? <Badge icon={null}>{t("default")}</Badge> : undefined}
      />
      <OnlyAdministrators what={t("locations.refused")}>
        {error ? <LoadError error={error} /> : null}
        {location ? (
          <div className="flex flex-col gap-5">
            {lacks.data ? <LocationLacks id={id} lacks={lacks.data} /> : null}
            <EditLocation key={JSON.stringify(location)} location={location} />
            <Closing
              key={`closed ${location.closedThrough}`}
              {...{ id, closedThrough: location.closedThrough, usualDay: endOfLastMonth(location.timezone) }}
              paid={paid.data ?? null}
            />
            {uses.error ? (
              <LoadError error={uses.error} />
            ) : (
              <DeletePlace
                kind="locations"
                id={id}
                name={location.name}
                isDefault={location.isDefault}
                uses={uses.data}
              />
            )}
          </div>
        ) : null}
      </OnlyAdministrators>
    </>
  );
}
