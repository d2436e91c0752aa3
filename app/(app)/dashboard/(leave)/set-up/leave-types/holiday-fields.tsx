"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useLocale, useTranslations } from "next-intl";
import type { Form } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Field } from "@/app/_kit/ui/field";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import { useAnswer } from "@/app/_trpc/use-answer";
import { idOf, setPlace } from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-type-fields";
import type {
  FoundHoliday,
  Place,
  Values,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-values";
import { useDayWords } from "@/app/(app)/dashboard/(settings)/settings/holidays/use-day-words";
import type { AppRouter } from "@/server/api/trpc";

type Proposals = inferRouterOutputs<AppRouter>["publicHolidays"]["propose"];
type Asked = { id: string; country: string; state: string };

/** What is known of the public holidays of some locations. */
export interface FoundHolidays {
  /** By location: those that nearly everyone has off. */
  holidays: Readonly<Record<string, readonly FoundHoliday[]>>;
  /** By location: the parts of its country that have holidays of their own. */
  states: Readonly<Record<string, Proposals["states"]>>;
  isLoading: boolean;
  isFailed: boolean;
}

const isUsual = ({ kind, present, replacedBy }: Proposals["proposals"][number]): boolean =>
  kind === "PUBLIC" && present === null && replacedBy === null;

/** Looks the holidays of this year and the next up, as the countries are chosen. */
export function useHolidays(places: readonly Place[]): FoundHolidays {
  const calls = useTRPCClient();
  const language = useLocale().slice(0, 2);
  const thisYear = new Date().getFullYear();
  const asked = places
    .filter(({ country }) => country !== "")
    .map(({ id, country, state }): Asked => ({ id, country, state }));
  const { shown, error, isLoading } = useAnswer<Asked[], (Asked & Proposals)[]>(
    asked.length > 0 ? asked : null,
    (wanted) =>
      Promise.all(
        wanted.map(async (place) => ({
          ...place,
          ...(await calls.publicHolidays.propose.query({
            ...{ locationId: place.id, language, country: place.country },
            ...(place.state && { state: place.state }),
            years: [thisYear, thisYear + 1],
          })),
        })),
      ),
    { pauseMs: 0 },
  );
  const known = (shown?.found ?? []).filter(({ id, country }) =>
    asked.some((place) => place.id === id && place.country === country),
  );
  return {
    holidays: Object.fromEntries(
      known.map(({ id, proposals }) => [
        id,
        proposals.filter(isUsual).map(({ date, name, isHalfDay }) => ({ date, name, isHalfDay })),
      ]),
    ),
    states: Object.fromEntries(known.map(({ id, states }) => [id, states])),
    isLoading,
    isFailed: error !== null,
  };
}

/** The public holidays of each location: a part of its country to choose, and the days that are added. */
export function HolidayFields({ form, found }: { form: Form<Values>; found: FoundHolidays }) {
  const t = useTranslations("setup.types.holidays");
  const { places, withHolidays } = form.values;
  if (places.every(({ country }) => country === "")) return null;
  return (
    <section
      aria-labelledby="starting-holidays"
      aria-busy={found.isLoading}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3.5 sm:px-5"
    >
      <h2 id="starting-holidays" className="font-semibold">
        {t("title")}
      </h2>
      <Checkbox
        checked={withHolidays}
        onChange={({ target }) => form.change({ withHolidays: target.checked })}
        label={t("add")}
        description={t("text")}
      />
      {withHolidays ? (
        <div className="flex flex-col gap-4 ps-6.5">
          {places.map((place) =>
            place.country === "" ? null : (
              <PlaceHolidays
                key={place.id}
                place={place}
                isOnly={places.length === 1}
                form={form}
                states={found.states[place.id] ?? []}
                holidays={found.holidays[place.id]}
                isFailed={found.isFailed}
              />
            ),
          )}
        </div>
      ) : null}
    </section>
  );
}

type PlaceProps = {
  place: Place;
  isOnly: boolean;
  form: Form<Values>;
  states: Proposals["states"];
  holidays: readonly FoundHoliday[] | undefined;
  isFailed: boolean;
};

function PlaceHolidays({ place, isOnly, form, states, holidays, isFailed }: PlaceProps) {
  const t = useTranslations("setup.types.holidays");
  const locale = useLocale();
  const dayWords = useDayWords();
  const count = holidays?.length ?? 0;
  const ordered = states.toSorted(([, a], [, b]) => a.localeCompare(b, locale));
  return (
    <div className="flex flex-col gap-2">
      {isOnly ? null : <p className="font-medium">{place.name}</p>}
      {states.length > 0 ? (
        <Field
          id={idOf(`state.${place.id}`)}
          label={isOnly ? t("state") : t("stateOf", { location: place.name })}
          help={t("stateHelp")}
          className="sm:w-80"
        >
          <Select
            value={place.state}
            onChange={({ target }) => setPlace(form, place.id, { state: target.value })}
            options={[
              { value: "", label: t("whole") },
              ...ordered.map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
      ) : null}
      {isFailed ? <p className="text-danger-text">{t("failed")}</p> : null}
      {holidays === undefined ? (
        isFailed ? null : (
          <p className="text-muted">{t("loading")}</p>
        )
      ) : count === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <details>
          <summary className="min-h-6 cursor-pointer rounded-sm text-accent-text">
            {t("count", { count })}
          </summary>
          <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {holidays.map(({ date, name, isHalfDay }) => (
              <li key={date} className="flex flex-wrap gap-x-3">
                <time dateTime={date} className="w-36 shrink-0 text-muted tabular-nums">
                  {dayWords(date)}
                </time>
                <span className="wrap-anywhere">{isHalfDay ? t("half", { name }) : name}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
