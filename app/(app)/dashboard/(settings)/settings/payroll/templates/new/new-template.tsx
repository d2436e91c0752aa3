"use client";

import { useLocale, useTranslations } from "next-intl";
import { languageOf } from "@/app/_i18n/languages";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useTRPCClient } from "@/app/_trpc/client";
import type {
  CodeChoices,
  TemplateValues,
} from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/form-values";
import { TemplateForm } from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/template-form";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { paths } from "@/app/paths";
import type { PayrollField } from "@/drizzle/schema/values";
import { fileStyleOf } from "@/server/modules/integrations/payroll/layout";

const usual: readonly PayrollField[] = [
  ...(["EMPLOYEE_ID", "NAME", "KIND", "WAGE_CODE", "LEAVE_TYPE"] as const),
  ...(["FIRST_DAY", "LAST_DAY", "DAYS", "HOURS", "NOTE"] as const),
];

type Props = { locations: readonly { id: string; name: string }[]; choices: CodeChoices };

/** "New payroll template", with the usual columns, written as files of the page's language are. */
export function NewTemplate({ locations, choices }: Props) {
  const t = useTranslations("payroll.template");
  const { payroll } = useTRPCClient();
  const attemptOf = useAttempt();
  const saved = useSaved();
  const start: TemplateValues = {
    name: "",
    columns: usual.map((field) => ({ field, title: t(`fields.${field}`) })),
    ...{ format: "CSV", encoding: "UTF_8", ...fileStyleOf(languageOf[useLocale()]) },
    ...{ hasHeader: true, codes: [] },
  };
  return (
    <TemplateForm
      start={start}
      locations={locations}
      choices={choices}
      save={async (template) => {
        await payroll.templates.create.mutate({ attempt: attemptOf(template), template });
        saved(t("done"), paths.payroll);
      }}
      buttons={(pending) => (
        <FormButtons
          submit={t("submit")}
          pending={pending}
          cancel={{ label: t("cancel"), href: paths.payroll }}
        />
      )}
    />
  );
}
