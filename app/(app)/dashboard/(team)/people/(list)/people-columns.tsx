import { useTranslations } from "next-intl";
import type { PagedColumn } from "@/app/_kit/list/list-record";
import { Checkbox } from "@/app/_kit/ui/checkbox";
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
  // In the corner of a card.
  actions: true,
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

/** What the table shows of a person. @param leads whether the visitor manages others */
export function usePeopleColumns(leads: boolean): PagedColumn<Person>[] {
  const t = useTranslations("people");
  const named: PagedColumn<Person>[] = [
    {
      label: t("columns.name"),
      header: true,
      cell: ({ id, name, details }) => (
        <>
          <TextLink quiet href={paths.person(id)}>
            {name}
          </TextLink>
          {details ? <span className="block text-muted text-xs">{details.email}</span> : null}
        </>
      ),
    },
    { label: t("columns.department"), cell: ({ department }) => department.name },
    { label: t("columns.location"), cell: ({ location }) => location.name },
  ];
  if (!leads) return named;
  return [
    ...named,
    { label: t("columns.labels"), cell: ({ details }) => details?.labels.join(", ") || <Nothing /> },
    {
      label: t("columns.role"),
      cell: ({ details }) => (details?.role ? t(`roles.${details.role}`) : <Nothing />),
    },
    {
      label: t("columns.state"),
      cell: ({ details }) => (details ? <PersonState state={details.state} /> : <Nothing />),
    },
  ];
}

const Nothing = () => <span className="text-muted">–</span>;
