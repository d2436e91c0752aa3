"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/app/_ui/card";
import { ChoiceList } from "@/app/(web)/dashboard/open-api/notifications/choice-list";
import { fieldId } from "@/app/(web)/dashboard/open-api/notifications/form-faults";
import { useAudienceWords } from "@/app/(web)/dashboard/open-api/notifications/use-audience-words";
import type { ReportTerms } from "@/app/(web)/dashboard/open-api/reports/report-views";
import type { ReportFormState } from "@/app/(web)/dashboard/open-api/reports/use-report-form";

const filters = ["locations", "departments", "labels"] as const;
const fieldOf = { locations: "locationIds", departments: "departmentIds", labels: "labelIds" } as const;

/** Whom the file lists. A location admin must name locations; to an administrator an empty list means everyone. */
export function AudienceFields({ form, terms }: { form: ReportFormState; terms: ReportTerms }) {
  const t = useTranslations("reports.form");
  const words = useAudienceWords();
  const lists = useTranslations("notifications.form");
  const { values, change, errorAt } = form;
  const isEveryone = filters.every((filter) => values[fieldOf[filter]].length === 0);
  return (
    <Card
      title={t("audience")}
      titleId="audience-heading"
      description={t(terms.seesAll ? "audienceHelp" : "audienceOfLocations")}
    >
      <div className="flex flex-col gap-4">
        <p role="status" className="font-medium">
          {isEveryone
            ? t(terms.seesAll ? "listsEveryone" : "nameLocations")
            : t("listsOf", { audience: words(values) })}
        </p>
        <div className="grid gap-4 md:grid-cols-3">
          {filters.map((filter) => (
            <ChoiceList
              key={filter}
              id={fieldId(fieldOf[filter])}
              label={lists(`filters.${filter}.label`)}
              searchLabel={lists(`filters.${filter}.search`)}
              none={lists(`filters.${filter}.none`)}
              gone={lists("gone")}
              choices={terms[filter]}
              value={values[fieldOf[filter]]}
              onChange={(ids) => change({ [fieldOf[filter]]: ids })}
              error={errorAt(fieldOf[filter])}
            />
          ))}
        </div>
      </div>
    </Card>
  );
}
