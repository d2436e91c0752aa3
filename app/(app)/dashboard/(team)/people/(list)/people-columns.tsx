import { useTranslations } from "next-intl";
import type { PagedColumn } from "@/app/_kit/list/list-record";
import { Avatar } from "@/app/_kit/ui/avatar";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { cn } from "@/app/_kit/ui/class-names";
import { TextLink } from "@/app/_kit/ui/text-link";
import type { PeoplePage } from "@/app/(app)/dashboard/(team)/people/(list)/people-list";
import { PersonState } from "@/app/(app)/dashboard/(team)/people/person";
import { paths } from "@/app/paths";

type Person = PeoplePage["items"][number];
type Words = ReturnType<typeof useTranslations<"people">>;

/** The checkboxes of the people whom the visitor may change. */
export const tickColumn = (
  t: Words,
  ticked: ReadonlySet<string>,
  tick: (ids: readonly string[]) => void,
): PagedColumn<Person> => ({
  label: t("bulk.select"),
  actions: true,
  // At the end of a row on a phone, above the link that covers it.
  className: "cards:inset-y-0 cards:z-1 cards:flex cards:items-center",
  cell: ({ id, name, details }) =>
    details ? (
      <Checkbox
        label={<span className="sr-only">{t("bulk.selectOne", { name })}</span>}
        checked={ticked.has(id)}
        onChange={({ target }) =>
          tick(target.checked ? [...ticked, id] : [...ticked].filter((one) => one !== id))
        }
      />
    ) : null,
});

/** A column that a phone's rows leave out. */
const onlyTable = "cards:hidden";

/** A person's row on a phone: initials, name and department. @param hasTick whether a checkbox stands at its end */
export const personRow = (hasTick: boolean): string =>
  cn(
    "plain-row cards:flex cards:min-h-14 cards:items-center cards:gap-3 cards:rounded-none cards:border-0 cards:border-b cards:bg-transparent cards:px-1 cards:py-1",
    hasTick && "cards:pe-12",
  );

/** What the table shows of a person. @param leads whether the visitor manages others */
export function usePeopleColumns(leads: boolean): PagedColumn<Person>[] {
  const t = useTranslations("people");
  const named: PagedColumn<Person>[] = [
    {
      label: t("columns.name"),
      header: true,
      className: "cards:min-w-0 cards:flex-1 cards:pe-0",
      cell: ({ id, name, details, department }) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={name} className="cards:size-9" />
          <span className="min-w-0">
            <TextLink quiet href={paths.person(id)} className="cards:after:absolute cards:after:inset-0">
              {name}
            </TextLink>
            <span className="hidden text-muted text-xs cards:block">{department.name}</span>
            {details ? <span className="block text-muted text-xs cards:hidden">{details.email}</span> : null}
          </span>
        </span>
      ),
    },
    { label: t("columns.department"), cell: ({ department }) => department.name, className: onlyTable },
    { label: t("columns.location"), cell: ({ location }) => location.name, className: onlyTable },
  ];
  if (!leads) return named;
  return [
    ...named,
    {
      label: t("columns.labels"),
      cell: ({ details }) => details?.labels.join(", ") || <Nothing />,
      className: onlyTable,
    },
    {
      label: t("columns.role"),
      className: onlyTable,
      cell: ({ details }) => (details?.role ? t(`roles.${details.role}`) : <Nothing />),
    },
    {
      label: t("columns.state"),
      bare: true,
      // A phone shows it of those only who can't sign in, or have not yet.
      className: ({ details }) => (details && details.state !== "ACTIVE" ? "" : onlyTable),
      cell: ({ details }) => (details ? <PersonState state={details.state} /> : <Nothing />),
    },
  ];
}

const Nothing = () => <span className="text-muted">–</span>;
