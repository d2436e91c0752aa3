"use client";

import { useTranslations } from "next-intl";
import { Note } from "@/app/_kit/ui/note";
import { TextLink } from "@/app/_kit/ui/text-link";
import { paths } from "@/app/paths";

interface Named {
  id: string;
  name: string;
}

type Props = {
  leaveTypes: readonly Named[];
  /** The first of those who lack a number. */
  people: readonly Named[];
  peopleCount: number;
  /** Whether the file is that of a run, which never changes. */
  isRun?: boolean;
};

/** What a file lacks, each with the page on which to enter it. */
export function Gaps({ leaveTypes, people, peopleCount, isRun = false }: Props) {
  const t = useTranslations("payroll.gaps");
  if (leaveTypes.length === 0 && peopleCount === 0) return null;
  return (
    <Note tone="warning" title={t("title")}>
      {leaveTypes.length > 0 ? <Names text={t("codes")} named={leaveTypes} pathOf={paths.leaveType} /> : null}
      {peopleCount > 0 ? (
        <Names
          text={t("people")}
          named={people}
          pathOf={paths.editPerson}
          more={peopleCount > people.length ? t("more", { count: peopleCount - people.length }) : null}
        />
      ) : null}
      <p className="mt-2">{t(isRun ? "inRun" : "before")}</p>
    </Note>
  );
}

type NamesProps = {
  text: string;
  named: readonly Named[];
  pathOf: (id: string) => string;
  more?: string | null;
};

function Names({ text, named, pathOf, more }: NamesProps) {
  return (
    <>
      <p className="mt-1.5">{text}</p>
      <ul className="list-disc ps-5">
        {named.map(({ id, name }) => (
          <li key={id}>
            <TextLink href={pathOf(id)}>{name}</TextLink>
          </li>
        ))}
        {more ? <li>{more}</li> : null}
      </ul>
    </>
  );
}
