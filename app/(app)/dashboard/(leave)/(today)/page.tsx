import type { inferRouterOutputs } from "@trpc/server";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { minutesOn } from "@/app/_kit/form/work-days";
import { inOrder } from "@/app/_kit/list/in-order";
import { type Loaded, load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { cn } from "@/app/_kit/ui/class-names";
import { daysLater } from "@/app/_kit/ui/date-text";
import { besideContent } from "@/app/_kit/ui/layouts";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { decides } from "@/app/(app)/dashboard/_shell/visitor";
import {
  LeaveDates,
  LeaveStatusBadge,
  OpenQuestion,
  type OwnLeave,
  TypeName,
} from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { today as todayPage } from "@/app/(app)/dashboard/(leave)/pages";
import { FeedOffer } from "@/app/(app)/dashboard/(settings)/settings/calendar-feeds/feed-offer";
import { PushOffer } from "@/app/(app)/dashboard/(settings)/settings/mail/push-offer";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { encodeId } from "@/server/kernel/schema";
import { amountOf } from "@/server/kernel/time/amount";
import { evenDate } from "@/server/kernel/time/even-date";
import { requireActor } from "@/server/signin/session";
import { AwaySoon, AwayToday, daysAhead, ElsewhereToday } from "./away";
import { Balances } from "./balances";
import { Certificates, readCertificates } from "./certificates";
import { FactorDue } from "./factor-due";
import { SetupGuide } from "./setup-guide";
import { SickToday } from "./sick-today";
import { readWaiting, Waiting } from "./waiting";
import { daysOfStrip, WeekStrip } from "./week-strip";
import { Welcome } from "./welcome";

/** The user's own upcoming leave. */
async function ComingLeave({ leaves }: { leaves: Loaded<OwnLeave[]> }) {
  const t = await getTranslations("today.own");
  const all = (
    <TextLink href={paths.leaves} className="inline-flex min-h-6 items-center">
      {t("all")}
    </TextLink>
  );
  return (
    <Card title={t("title")} titleId="own-leave" actions={all}>
      {leaves.error ? <LoadError error={leaves.error} /> : <List leaves={leaves.data} />}
    </Card>
  );
}

async function List({ leaves }: { leaves: readonly OwnLeave[] }) {
  const t = await getTranslations();
  if (leaves.length === 0) return <p className="text-muted">{t("today.own.none")}</p>;
  return (
    <ul className="divide-y divide-line">
      {leaves.map((leave) => (
        <li
          key={leave.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 grow">
            <TextLink quiet href={paths.leave(leave.id)} className="font-medium">
              <LeaveDates {...leave} />
            </TextLink>
            <div className="flex flex-wrap items-center gap-x-3 text-muted">
              <TypeName name={leave.leaveTypeName} color={leave.leaveTypeColor} />
              <span>
                {t("leaves.days", amountOf(leave.durationWorkingDays, leave.hours, leave.dayHours))}
              </span>
            </div>
            <OpenQuestion {...leave} />
          </div>
          <LeaveStatusBadge status={leave.status} />
        </li>
      ))}
    </ul>
  );
}

/** The type for sickness that is asked for without a form, on a working day without other leave; null otherwise. */
function sickTypeOf(
  { today, types, ...workDays }: inferRouterOutputs<AppRouter>["leaves"]["terms"],
  coming: readonly OwnLeave[],
): string | null {
  const type = types.find(({ interrupts, reasonRequired }) => interrupts && !reasonRequired);
  const isSick = coming.some(
    ({ startDate, leaveTypeName }) => startDate <= today && leaveTypeName === type?.name,
  );
  return type && !isSick && minutesOn(workDays, today) > 0 ? type.id : null;
}

export const generateMetadata = metadataOf(todayPage);
export default routeOf(todayPage, TodayPage);

async function TodayPage({ searchParams }: { searchParams: Promise<{ welcome?: string | string[] }> }) {
  const isFirstVisit = (await searchParams).welcome !== undefined;
  const visitor = await requireActor();
  const self = encodeId("user", visitor.user.id);
  const waiting = decides(visitor) ? readWaiting() : null;
  const mine = readCertificates("mine");
  const keepsFiles = visitor.actor.role === "ADMIN" || visitor.actor.role === "LOCATION_ADMIN";
  const due = keepsFiles ? readCertificates("due") : null;
  const own = load(caller().balances.mine());
  const offer = load(caller().calendarFeeds.offer());
  const expiring = load(caller().lapses.list({ userId: self }));
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
  const days = daysOfStrip(terms.data);
  const [coming, balances, lapses, feed, away] = await Promise.all([
    load(caller().leaves.coming({ today })),
    own,
    expiring,
    offer,
    load(caller().absences.overview({ today, until: daysLater(today, daysAhead), days })),
  ]);
  const sickType = sickTypeOf(terms.data, coming.data ?? []);
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
          <>
            {sickType ? (
              <AreaMessages areas={["today"]}>
                <SickToday leaveTypeId={sickType} today={today} />
              </AreaMessages>
            ) : null}
            <LinkButton href={paths.request} variant="primary" className="max-md:hidden">
              {t("request")}
            </LinkButton>
          </>
        }
      />
      {visitor.factorDueAt ? <FactorDue at={visitor.factorDueAt} /> : null}
      {isFirstVisit ? <Welcome name={visitor.user.name} /> : null}
      {away.data ? <WeekStrip today={today} days={days} away={away.data.days} /> : null}
      <div className={cn(besideContent, "lg:grid-rows-[auto_1fr]")}>
        <div className="grid min-w-0 gap-5">
          {waiting ? <Waiting waiting={waiting} /> : null}
          <Certificates of="mine" certificates={mine} />
          {due ? <Certificates of="due" certificates={due} /> : null}
          <ComingLeave leaves={coming} />
          <AreaMessages areas={["devices"]}>
            <PushOffer />
          </AreaMessages>
          {feed.data?.isOffered ? (
            <AreaMessages areas={["feeds"]}>
              <FeedOffer />
            </AreaMessages>
          ) : null}
        </div>
        {/* However long it is, the balances follow what stands beside it. */}
        <div className="grid min-w-0 gap-5 lg:row-span-2">
          {away.error ? (
            <LoadError error={away.error} />
          ) : (
            <>
              <AwayToday today={today} self={self} away={away.data.today} />
              <AwaySoon today={today} self={self} away={away.data.soon} />
              <ElsewhereToday today={today} self={self} away={away.data.elsewhere} />
            </>
          )}
        </div>
        <div className="min-w-0 lg:col-start-1">
          <Balances balances={balances} lapses={lapses} today={today} />
        </div>
      </div>
    </>,
  );
}
