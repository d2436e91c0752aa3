import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { inOrder } from "@/app/_kit/list/in-order";
import { type Loaded, load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { daysLater } from "@/app/_kit/ui/date-text";
import { besideContent } from "@/app/_kit/ui/layouts";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { openApiPages } from "@/app/(app)/dashboard/_shell/pages";
import { decides, type Visitor } from "@/app/(app)/dashboard/_shell/visitor";
import {
  LeaveDates,
  LeaveStatusBadge,
  type OwnLeave,
  TypeName,
} from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { today as todayPage } from "@/app/(app)/dashboard/(leave)/pages";
import { paths } from "@/app/paths";
import { encodeId } from "@/server/kernel/schema";
import { amountOf } from "@/server/kernel/time/amount";
import { evenDate } from "@/server/kernel/time/even-date";
import { requireActor } from "@/server/signin/session";
import { AwaySoon, AwayToday } from "./away";
import { Balances } from "./balances";
import { Certificates, readCertificates } from "./certificates";
import { SetupGuide } from "./setup-guide";
import { readWaiting, Waiting } from "./waiting";

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
              <span>{t("leaves.days", amountOf(leave.durationWorkingDays, leave.hours))}</span>
            </div>
          </div>
          <LeaveStatusBadge status={leave.status} />
        </li>
      ))}
    </ul>
  );
}

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
  const mine = readCertificates("mine");
  const keepsFiles = visitor.actor.role === "ADMIN" || visitor.actor.role === "LOCATION_ADMIN";
  const due = keepsFiles ? readCertificates("due") : null;
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
      <div className={besideContent}>
        <div className="grid min-w-0 gap-5">
          {waiting ? <Waiting waiting={waiting} /> : null}
          <Certificates of="mine" certificates={mine} />
          {due ? <Certificates of="due" certificates={due} /> : null}
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
