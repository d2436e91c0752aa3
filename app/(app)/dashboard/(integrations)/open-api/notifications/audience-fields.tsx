"use client";

import { useTranslations } from "next-intl";
import { ChoiceList } from "@/app/_kit/form/choice-list";
import { Card } from "@/app/_kit/ui/card";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import type { NotificationTerms } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import { useAudienceWords } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";

const filters = ["locations", "departments", "labels"] as const;
const fieldOf = {
  locations: "locationIds",
  departments: "departmentIds",
  labels: "labelIds",
} as const;

type Filters = Record<(typeof fieldOf)[keyof typeof fieldOf], string[]>;
interface AudienceForm {
  values: Filters;
  change(part: Partial<Filters>): void;
  errorAt(path: keyof Filters): string | undefined;
}

type Props = {
  form: AudienceForm;
  terms: Pick<NotificationTerms, (typeof filters)[number]>;
  description: string;
  /** The text for an empty choice. */
  everyone: string;
  /** The text for a choice such as "2 locations". */
  some: (audience: string) => string;
};

/** Locations, departments and labels of the audience; an empty choice includes everyone. */
export function AudienceFields({ form, terms, description, everyone, some }: Props) {
  const t = useTranslations("notifications.form");
  const words = useAudienceWords();
  const { values, change, errorAt } = form;
  const isEveryone = filters.every((filter) => values[fieldOf[filter]].length === 0);
  return (
    <Card title={t("audience")} titleId="audience-heading" description={description}>
      <div className="flex flex-col gap-4">
        <p role="status" className="font-medium">
          {isEveryone ? everyone : some(words(values))}
        </p>
        <div className="grid gap-4 md:grid-cols-3">
          {filters.map((filter) => (
            <ChoiceList
              key={filter}
              id={fieldId(fieldOf[filter])}
              label={t(`filters.${filter}.label`)}
              searchLabel={t(`filters.${filter}.search`)}
              none={t(`filters.${filter}.none`)}
              gone={t("gone")}
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
