import { useTranslations } from "next-intl";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { Card } from "@/app/_kit/ui/card";
import { ErasePerson } from "@/app/(app)/dashboard/(team)/people/[userId]/erase-person";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import { paths } from "@/app/paths";

/** A person's data, to export or erase. */
export function PersonalData({ person: { id, name, details } }: { person: PersonDetails }) {
  const t = useTranslations("people.personalData");
  const isInactive = details?.state === "INACTIVE";
  return (
    <Card title={t("title")} titleId="person-data" description={t("lead")}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <a href={paths.personalData(id)} download className={buttonStyles({ variant: "secondary" })}>
            {t("export")}
          </a>
          <span className="text-muted">{t("exportText")}</span>
        </div>
        {isInactive ? <ErasePerson id={id} name={name} /> : <p className="text-muted">{t("active")}</p>}
      </div>
    </Card>
  );
}
