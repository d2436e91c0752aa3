import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { inOrder } from "@/app/_kit/list/in-order";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { daysLater } from "@/app/_kit/ui/date-text";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { openApiPages } from "@/app/(app)/dashboard/_shell/pages";
import { decides, type Visitor } from "@/app/(app)/dashboard/_shell/visitor";
import { today as todayPage } from "@/app/(app)/dashboard/(leave)/pages";
import { paths } from "@/app/paths";
import { encodeId } from "@/server/kernel/schema";
import { evenDate } from "@/server/kernel/time/even-date";
import { requireActor } from "@/server/signin/session";
import { AwaySoon, AwayToday } from "./away";
import { Balances } from "./balances";
import { ComingLeave } from "./coming-leave";
import { twoColumns } from "./layout-grid";
import { SetupGuide } from "./setup-guide";
import { readWaiting, Waiting } from "./waiting";

const shownPages = ["keys", "webhooks", "reference"];

/** Links to the Open API add-on, one part of the product among others. */
async function OpenApiCard({ visitor }: { visitor: Visitor }) {
  const [t, names] = await Promise.all([getTranslations("today.openApi"), getTranslations("shell.pages")]);
  return (
    <Card title={t("title")} titleId="open-api" description={t("lead")}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {openApiPages(visitor)
          .filter(({ name }) => shownPages.includes(name))
          .map(({ name, href }) => (
            <li key={name}>
              <TextLink href={href}>{names(name)}</TextLink>
            </li>
          ))}
      </ul>
    </Card>
  );
}

/** Number of days shown after today. */
const daysAhead = 7;

export const generateMetadata = metadataOf(todayPage);
export default routeOf(todayPage, TodayPage);

async function TodayPage() {
  const visitor = await requireActor();
  const self = encodeId("user", visitor.user.id);
  const waiting = decides(visitor) ? readWaiting() : null;
  const own = load(caller().balances.mine());
  const [t, format, locale, terms, setup] = await Promise.all([
    getTranslations("today"),
    getFormatter(),
    getLocale(),
    load(caller().leaves.terms()),
    visitor.actor.role === "ADMIN" ? load(caller().workspace.setup()) : null,
  ]);
  if (setup?.data) return <SetupGuide setup={setup.data} />;
  if (terms.error)
    return (
      <>
        <RecordHeader of={todayPage} />
        <LoadError error={terms.error} />
      </>
    );
  const { today } = terms.data;
  const [coming, balances, away] = await Promise.all([
    load(caller().leaves.coming({ today })),
    own,
    load(caller().absences.list({ startDate: today, endDate: daysLater(today, daysAhead), limit: 100 })),
  ]);
  const date = evenDate(
    format.dateTime(new Date(`${today}T00:00:00Z`), {
      timeZone: "UTC",
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
    }),
    locale,
  );
  return inOrder(
    <>
      <RecordHeader
        of={todayPage}
        description={<time dateTime={today}>{date}</time>}
        actions={
          // A phone shows this action in the bottom bar.
          <LinkButton href={paths.request} variant="primary" className="max-md:hidden">
            {t("request")}
          </LinkButton>
        }
      />
      <div className={twoColumns}>
        <div className="grid min-w-0 gap-5">
          {waiting ? <Waiting waiting={waiting} /> : null}
          <ComingLeave leaves={coming} />
          <Balances balances={balances} today={today} />
        </div>
        <div className="grid min-w-0 gap-5">
          {away.error ? (
            <LoadError error={away.error} />
          ) : (
            <>
              <AwayToday today={today} self={self} {...away.data} />
              <AwaySoon today={today} self={self} {...away.data} />
            </>
          )}
          <OpenApiCard visitor={visitor} />
        </div>
      </div>
    </>,
  );
}
