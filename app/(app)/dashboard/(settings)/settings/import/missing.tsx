"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import type { PeopleReport } from "@/app/(app)/dashboard/(settings)/settings/import/use-import";
import { paths } from "@/app/paths";
import { maxCreatedNames } from "@/server/modules/people/import/schema";
import { type NamedKind, namedKinds } from "@/server/modules/people/places/schema";

/** Maximum location names shown. */
const maxShown = 100;

type Props = {
  names: Pick<PeopleReport, "created" | "missing">;
  /** The kinds that the import creates. */
  create: readonly NamedKind[];
  onCreate: (create: NamedKind[]) => void;
};

/** Names in the rows that do not exist in the workspace. The import can create departments and labels; a location needs its own rules. */
export function Missing({ names: { created, missing }, create, onCreate }: Props) {
  const t = useTranslations("import.missing");
  const format = useFormatter();
  const { locations } = missing;
  return (
    <>
      {namedKinds.map((kind) => {
        const names = [...created[kind], ...missing[kind]];
        const count = names.length;
        const isChosen = create.includes(kind);
        if (count === 0) return null;
        if (count > maxCreatedNames)
          return (
            <Note key={kind} tone="warning" title={t("title", { kind, count })}>
              {t("tooMany", { most: maxCreatedNames })}
            </Note>
          );
        return (
          <Note key={kind} title={t(isChosen ? "created" : "title", { kind, count })}>
            <p className="mb-2 break-words">{format.list(names, "all")}</p>
            <Checkbox
              label={t("create", { kind, count })}
              description={t("else")}
              checked={isChosen}
              onChange={({ target }) =>
                onCreate(namedKinds.filter((one) => (one === kind ? target.checked : create.includes(one))))
              }
            />
          </Note>
        );
      })}
      {locations.length > 0 ? (
        <Note
          title={t("title", { kind: "locations", count: locations.length })}
          actions={<LinkButton href={paths.newLocation}>{t("location")}</LinkButton>}
        >
          {format.list(locations.slice(0, maxShown), "all")}
          <p className="mt-1">{t("locations")}</p>
        </Note>
      ) : null}
    </>
  );
}
