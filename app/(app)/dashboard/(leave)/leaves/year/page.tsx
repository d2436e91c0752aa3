import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/app/_kit/ui/table";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { LeaveDates, LeaveStatusBadge, TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";
import { year as yearPage } from "@/app/(app)/dashboard/(leave)/pages";
import { people as peoplePage } from "@/app/(app)/dashboard/(team)/pages";
import { paths } from "@/app/paths";
import { groupBy } from "@/server/kernel/group-by";
import { encodeId } from "@/server/kernel/schema";
import { amountIn, amountOf } from "@/server/kernel/time/amount";
import { utcDay } from "@/server/kernel/time/clock";
import { requireActor } from "@/server/signin/session";
import { spansOf, yearOf } from "./months";
import { PrintButton } from "./print-button";
import { YearFigure } from "./year-figure";
import type { PersonYear } from "./year-picture";

type Search = Record<string, string | string[] | undefined>;

export const generateMetadata = metadataOf(yearPage);
export default routeOf(yearPage, YearPage);

/** One person's calendar year: oneself, or `?user=` for those who reach them. On paper it is the sheet that people hand in. */
async function YearPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [{ user }, search] = await Promise.all([requireActor(), searchParams]);
  const self = encodeId("user", user.id);
  const userId = typeof search.user === "string" && search.user ? search.user : self;
  const year = yearOf(search.year, utcDay(new Date()));
  const addressOf = (shown: number) => paths.year({ year: shown, user: userId === self ? null : userId });
  const [t, found] = await Promise.all([
    getTranslations("year"),
    load(caller().leaves.year({ userId, year })),
  ]);
  if (found.error)
    return (
      <>
        <RecordHeader of={yearPage} />
        <LoadError error={found.error} />
      </>
    );
  const { person } = found.data;
  return (
    <div className="wc-page yr-page">
      <RecordHeader
        {...(userId === self
          ? { of: yearPage }
          : {
              of: { ...yearPage, above: [peoplePage] },
              above: [{ href: paths.person(userId), label: person.name }],
            })}
        title={userId === self ? t("titleOf", { year }) : t("titleOfPerson", { year, name: person.name })}
        description={`${person.name} · ${person.department} · ${person.location}`}
        actions={
          <>
            <LinkButton variant="ghost" className="print:hidden" href={addressOf(year - 1)}>
              {String(year - 1)}
            </LinkButton>
            <LinkButton variant="ghost" className="print:hidden" href={addressOf(year + 1)}>
              {String(year + 1)}
            </LinkButton>
            <PrintButton label={t("print")} />
          </>
        }
      />
      <Year view={found.data} year={year} />
    </div>
  );
}

async function Year({ view, year }: { view: PersonYear; year: number }) {
  const t = await getTranslations("year");
  return (
    <div className="grid gap-5 print:gap-2">
      <YearFigure view={view} year={year} />
      <div className="grid items-start gap-5 print:grid-cols-2 print:gap-2">
        <Card title={t("balances")} titleId="year-balances">
          <Balances view={view} year={year} />
        </Card>
        <Card title={t("leave")} titleId="year-leave">
          {view.leaves.length > 0 ? <Leave view={view} /> : <p className="text-muted">{t("none")}</p>}
        </Card>
      </div>
      <Ruled view={view} />
      <Signatures />
    </div>
  );
}

/** The days without leave in words, by rule. */
function Ruled({ view: { ruled } }: { view: PersonYear }) {
  const t = useTranslations("year");
  const dates = useLeaveDates();
  if (ruled.length === 0) return null;
  return (
    <Card title={t("ruled")} titleId="year-ruled">
      <ul className="grid gap-1">
        {[...groupBy(ruled, ({ name }) => name)].map(([name, days]) => (
          <li key={name} className="wrap-anywhere">
            {name}
            <span className="text-muted">
              {" · "}
              {spansOf(days.map(({ date }) => date))
                .map((span) => dates(span))
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Balances({ view, year }: { view: PersonYear; year: number }) {
  const t = useTranslations("year");
  const limited = view.after.filter(({ unlimited, accrued, taken, scheduled }) =>
    unlimited ? taken + scheduled > 0 : accrued + taken + scheduled > 0,
  );
  if (limited.length === 0) return <p className="text-muted">{t("noBalance")}</p>;
  const number = (
    label: string,
    { hoursPerDay, dayHours }: (typeof limited)[number],
    days: number | null,
  ) => (
    <Cell label={label} align="right">
      {days === null ? "–" : t("number", amountIn(days, hoursPerDay, dayHours))}
    </Cell>
  );
  return (
    <Table caption={t("asOf", { year })} columnsFrom={40}>
      <TableHead>
        <HeaderCell>{t("columns.type")}</HeaderCell>
        <HeaderCell align="right">{t("columns.carriedOver")}</HeaderCell>
        <HeaderCell align="right">{t("columns.given")}</HeaderCell>
        <HeaderCell align="right">{t("columns.taken")}</HeaderCell>
        <HeaderCell align="right">{t("columns.pending")}</HeaderCell>
        <HeaderCell align="right">{t("columns.remaining")}</HeaderCell>
      </TableHead>
      <TableBody>
        {limited.map((row) => (
          <TableRow key={row.leaveTypeId ?? row.leaveTypeName}>
            <Cell label={t("columns.type")}>
              <TypeName name={row.leaveTypeName} color={row.leaveTypeColor} />
            </Cell>
            {number(t("columns.carriedOver"), row, row.unlimited ? null : row.carriedOver)}
            {number(t("columns.given"), row, row.unlimited ? null : row.accrued + row.adjusted)}
            {number(t("columns.taken"), row, row.taken + row.scheduled)}
            {number(t("columns.pending"), row, row.pending)}
            {number(t("columns.remaining"), row, row.remaining)}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Leave({ view: { leaves, dayHours } }: { view: PersonYear }) {
  const t = useTranslations("year");
  const words = useTranslations("leaves.columns");
  return (
    <Table caption={t("leave")} columnsFrom={40}>
      <TableHead>
        <HeaderCell>{words("dates")}</HeaderCell>
        <HeaderCell>{words("type")}</HeaderCell>
        <HeaderCell align="right">{t("columns.days")}</HeaderCell>
        <HeaderCell>{words("status")}</HeaderCell>
      </TableHead>
      <TableBody>
        {leaves.map((leave) => (
          <TableRow key={leave.id}>
            <Cell label={words("dates")}>
              <TextLink quiet href={paths.leave(leave.id)} prefetch={false}>
                <LeaveDates {...leave} />
              </TextLink>
            </Cell>
            <Cell label={words("type")}>{leave.type ? <TypeName {...leave.type} /> : t("private")}</Cell>
            <Cell label={t("columns.days")} align="right">
              {t("number", amountOf(leave.days, leave.hours, dayHours))}
            </Cell>
            <Cell label={words("status")}>
              <LeaveStatusBadge status={leave.status} />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Lines to sign on, on paper only. */
function Signatures() {
  const t = useTranslations("year.signatures");
  return (
    <div aria-hidden className="mt-8 hidden grid-cols-2 gap-12 text-muted text-xs print:grid">
      <p className="border-fg border-t pt-1">{t("employee")}</p>
      <p className="border-fg border-t pt-1">{t("employer")}</p>
    </div>
  );
}
