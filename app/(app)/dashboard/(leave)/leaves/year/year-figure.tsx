import "@/app/(app)/dashboard/(team)/wallchart/wallchart.css";
import "./year.css";
import { getFormatter, getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { Legend } from "@/app/(app)/dashboard/(team)/wallchart/legend";
import { lettersOf } from "@/app/(app)/dashboard/(team)/wallchart/letters";
import { amountOf } from "@/server/kernel/time/amount";
import { ExpirySample, type PersonYear, RuledSample, YearPicture } from "./year-picture";

/** The year of one person as a picture, and the legend of what it shows. */
export async function YearFigure({ view, year }: { view: PersonYear; year: number }) {
  const [t, format] = await Promise.all([getTranslations("year"), getFormatter()]);
  const types = [
    ...new Map(view.leaves.flatMap(({ type }) => (type ? [[type.name, type] as const] : []))).values(),
  ];
  const letters = lettersOf(types.map(({ name }) => name));
  const expiries = new Set(
    [...view.before, ...view.after].flatMap(({ carriedOver, carriedOverExpiresAt: day }) =>
      day && carriedOver > 0 && day.startsWith(`${year}-`) ? [day] : [],
    ),
  );
  const sums = types.map(({ name }) => {
    const taken = view.leaves.filter(({ type }) => type?.name === name);
    const days = taken.reduce((sum, one) => sum + one.days, 0);
    const hours = taken.reduce<number | null>(
      (sum, one) => (one.hours === null ? sum : (sum ?? 0) + one.hours),
      null,
    );
    return t("sum", { type: name, ...amountOf(days, hours, view.dayHours) });
  });
  const summary = sums.length > 0 ? t("summary", { year, sums: format.list(sums) }) : t("empty", { year });
  const absences = view.leaves.map(({ type }) => ({ type: type && { name: type.name } }));
  return (
    <div className="grid gap-5 print:gap-2">
      <YearPicture {...{ view, year, letters, expiries, summary }} />
      <div className="flex flex-wrap gap-x-4 gap-y-1.5 text-muted text-xs">
        <AreaMessages areas={["wallchart"]}>
          <Legend
            chart={{ own: null, people: [{ absences }] }}
            letters={letters}
            leaveTypes={types.map((type) => ({ ...type, id: type.name }))}
          />
        </AreaMessages>
        {expiries.size > 0 || view.ruled.length > 0 ? (
          <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
            {view.ruled.length > 0 ? <RuledSample /> : null}
            {expiries.size > 0 ? <ExpirySample /> : null}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
