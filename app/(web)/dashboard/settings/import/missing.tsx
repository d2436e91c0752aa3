"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Checkbox } from "@/app/_ui/checkbox";
import { LinkButton } from "@/app/_ui/link-button";
import { Note } from "@/app/_ui/note";
import { paths } from "@/app/(web)/dashboard/paths";
import { creatable, type Missing as Names } from "@/app/(web)/dashboard/settings/import/find-missing";
import type { Creation } from "@/app/(web)/dashboard/settings/import/use-creation";

/** Maximum location names shown. */
const maxShown = 100;

type Props = { names: Names; creation: Creation };

/** Names in the rows that do not exist in the workspace. The import can create departments and labels; a location needs its own rules. */
export function Missing({ names, creation }: Props) {
  const t = useTranslations("import.missing");
  const format = useFormatter();
  return (
    <>
      {creatable.map((kind) =>
        names[kind].length === 0 ? null : (
          <Note key={kind} title={t("title", { kind, count: names[kind].length })}>
            <p className="mb-2">{format.list(names[kind], "all")}</p>
            <Checkbox
              label={t("create", { kind, count: names[kind].length })}
              description={t("else")}
              checked={creation.kinds.has(kind)}
              onChange={({ target }) => creation.choose(kind, target.checked)}
            />
          </Note>
        ),
      )}
      {names.locations.length > 0 ? (
        <Note
          title={t("title", { kind: "locations", count: names.locations.length })}
          actions={<LinkButton href={paths.newLocation}>{t("location")}</LinkButton>}
        >
          {format.list(names.locations.slice(0, maxShown), "all")}
          <p className="mt-1">{t("locations")}</p>
        </Note>
      ) : null}
    </>
  );
}
