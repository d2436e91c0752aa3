import { getLocale, getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { localesFrom } from "@/app/_kit/ui/date-words";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { FoldingCard } from "@/app/_kit/ui/folding-card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { typedDate } from "@/app/_kit/ui/typed-date";
import { caller } from "@/app/_trpc/server";
import { leadsLocation } from "@/app/(app)/dashboard/_shell/visitor";
import { addressOf, correctedOf, type Wanted } from "@/app/(app)/dashboard/(leave)/balances/address";
import { Adjustments } from "@/app/(app)/dashboard/(leave)/balances/adjustments";
import { BalanceActions } from "@/app/(app)/dashboard/(leave)/balances/balance-actions";
import { BalanceCurve } from "@/app/(app)/dashboard/(leave)/balances/balance-curve";
import { type Balance, BalancesTable } from "@/app/(app)/dashboard/(leave)/balances/balances-table";
import { Controls } from "@/app/(app)/dashboard/(leave)/balances/controls";
import { Credits } from "@/app/(app)/dashboard/(leave)/balances/credits";
import { HoursWorked } from "@/app/(app)/dashboard/(leave)/balances/hours-worked";
import { LedgerTable } from "@/app/(app)/dashboard/(leave)/balances/ledger-table";
import { withLost } from "@/app/(app)/dashboard/(leave)/balances/with-lost";
import { LeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { balances as balancesPage } from "@/app/(app)/dashboard/(leave)/pages";
import { encodeId } from "@/server/kernel/schema";
import { utcDay } from "@/server/kernel/time/clock";
import { requireActor } from "@/server/signin/session";

type Props = {
  balance: Balance;
  userId: string;
  asOf: string | null;
  /** The address names its leave type. */
  isAsked: boolean;
};

/** How one balance is calculated, over the year and step by step. */
async function Explanation({ balance, userId, asOf, isAsked }: Props) {
  const { leaveTypeId, leaveTypeName, unlimited } = balance;
  if (leaveTypeId === null) return null;
  const wanted = { userId, leaveTypeId, asOf: asOf ?? undefined };
  const [t, lines, curve] = await Promise.all([
    getTranslations("balances.ledger"),
    load(caller().balances.explain(wanted)),
    unlimited ? null : load(caller().balances.curve(wanted)),
  ]);
  return (
    <>
      {curve?.error ? <LoadError error={curve.error} /> : null}
      {curve?.data ? <BalanceCurve curve={curve.data} type={leaveTypeName} /> : null}
      <FoldingCard
        // The link of another type leads here.
        key={leaveTypeId}
        isOpen={isAsked}
        id="explanation"
        title={t("title", { type: leaveTypeName })}
        titleId="explanation-title"
        description={t(unlimited ? "textUnlimited" : "text")}
        className="scroll-mt-20"
      >
        {lines.error ? (
          <LoadError error={lines.error} />
        ) : lines.data.length === 0 ? (
          <p className="text-muted">{t("none")}</p>
        ) : (
          <LedgerTable
            lines={curve?.data ? withLost(lines.data, curve.data, asOf) : lines.data}
            type={leaveTypeName}
          />
        )}
      </FoldingCard>
    </>
  );
}

/** All days that are lost within three months by the leave of now, on each day on which some are. */
async function Expiring({ userId }: { userId: string }) {
  const [t, lapsing] = await Promise.all([
    getTranslations("balances.expiring"),
    load(caller().lapses.list({ userId })),
  ]);
  if (lapsing.error) return <LoadError error={lapsing.error} />;
  if (lapsing.data.length === 0) return null;
  return (
    <Note tone="warning" title={t("title")}>
      <ul>
        {lapsing.data.map(({ leaveTypeName: type, lapsesOn: day, amount }) => (
          <li key={`${type} ${day}`}>
            {t.rich("line", { type, ...amount, date: () => <LeaveDates startDate={day} endDate={day} /> })}
          </li>
        ))}
      </ul>
    </Note>
  );
}

type Search = Record<string, string | string[] | undefined>;
const one = (value: Search[string]): string | null => (typeof value === "string" && value ? value : null);
/** Returns unreadable input as typed. */
const day = (value: string | null, locale: string): string | null =>
  value === null
    ? null
    : typedDate(value, { today: utcDay(new Date()), locales: localesFrom(locale), pastDays: 180 });

export const generateMetadata = metadataOf(balancesPage);
export default routeOf(balancesPage, BalancesPage);

async function BalancesPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [{ actor, user }, search, locale] = await Promise.all([requireActor(), searchParams, getLocale()]);
  const self = encodeId("user", user.id);
  const asked = one(search.user);
  const wanted: Wanted = {
    user: asked === self ? null : asked,
    asOf: day(one(search.asOf), locale),
    type: one(search.type),
  };
  const userId = wanted.user ?? self;
  const [t, balances, adjustments, credits, hours, person] = await Promise.all([
    getTranslations("balances"),
    load(caller().balances.list({ userId, asOf: wanted.asOf ?? undefined })),
    load(caller().entitlements.list({ userId })),
    load(caller().credits.list({ userId })),
    load(caller().hoursWorked.list({ userId })),
    wanted.user === null ? null : load(caller().people.get({ id: wanted.user })),
  ]);
  const name = person?.data?.name;
  const failed = balances.error ?? person?.error ?? adjustments.error ?? credits.error ?? hours.error;
  const header = name === undefined ? t("title") : t("titleOf", { name });
  if (failed || !balances.data || !adjustments.data || !credits.data || !hours.data)
    return (
      <>
        <RecordHeader of={balancesPage} />
        {failed ? <LoadError error={failed} /> : null}
      </>
    );
  const leads = actor.role === "ADMIN" || (actor.role === "LOCATION_ADMIN" && wanted.user !== null);
  const rows = balances.data;
  const known = rows.filter(({ leaveTypeId }) => leaveTypeId !== null);
  const limited = rows.filter(({ unlimited, leaveTypeId }) => !unlimited && leaveTypeId !== null);
  const explained =
    rows.find(({ leaveTypeId }) => leaveTypeId === wanted.type) ?? limited[0] ?? rows[0] ?? null;
  const hoursPerDay = Object.fromEntries(
    rows.flatMap(({ leaveTypeId, hoursPerDay: hours }) =>
      leaveTypeId && hours ? [[leaveTypeId, hours]] : [],
    ),
  );
  const dayHours = rows.find((one) => one.dayHours !== null)?.dayHours ?? null;
  return (
    <>
      <RecordHeader
        of={balancesPage}
        title={header}
        actions={
          <BalanceActions
            {...{ known, limited, leads }}
            leadsOthers={leadsLocation({ actor })}
            isOwn={wanted.user === null}
            isAdmin={actor.role === "ADMIN"}
            userId={userId}
            chosen={explained?.leaveTypeId ?? null}
            corrects={correctedOf({ from: one(search.corrects), to: one(search.to), days: one(search.days) })}
          />
        }
      />
      <div className="grid gap-5">
        <Controls wanted={wanted} name={name ?? null} manages={actor.role !== "USER"} year={rows[0]?.year} />
        <Expiring userId={userId} />
        {rows.length === 0 ? (
          <EmptyState
            title={t("none")}
            actions={
              wanted.user === null ? undefined : (
                <LinkButton href={addressOf({ ...wanted, user: null })}>{t("own")}</LinkButton>
              )
            }
          >
            {t("noneText")}
          </EmptyState>
        ) : (
          <BalancesTable
            balances={rows}
            wanted={wanted}
            explained={explained?.leaveTypeId ?? null}
            asOf={wanted.asOf ?? utcDay(new Date())}
          />
        )}
        {explained ? (
          <Explanation
            balance={explained}
            userId={userId}
            asOf={wanted.asOf}
            isAsked={wanted.type !== null}
          />
        ) : null}
        {credits.data.items.length > 0 ? (
          <Credits
            {...{ userId, leads, hoursPerDay, dayHours }}
            isOwn={wanted.user === null}
            initial={credits.data}
          />
        ) : null}
        {hours.data.items.length > 0 || (leads && limited.some(({ earnsByHours }) => earnsByHours)) ? (
          <HoursWorked {...{ userId, leads }} initial={hours.data} />
        ) : null}
        {adjustments.data.items.length > 0 ? (
          <Adjustments {...{ userId, leads, hoursPerDay, dayHours }} initial={adjustments.data} />
        ) : null}
      </div>
    </>
  );
}
