"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  type CodeChoices,
  knownCodes,
} from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/form-values";
import { TemplateForm } from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/template-form";
import { TemplateSample } from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/template-sample";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

type Template = inferRouterOutputs<AppRouter>["payroll"]["templates"]["get"];
type Props = {
  template: Template;
  locations: readonly { id: string; name: string }[];
  choices: CodeChoices;
  isAdmin: boolean;
};

/** A template, to change and delete; for location admins its sample. */
export function EditTemplate({ template, locations, choices, isAdmin }: Props) {
  const t = useTranslations("payroll.template");
  const { payroll } = useTRPCClient();
  const saved = useSaved();
  const { id, createdAt: _made, updatedAt: _changed, codes, ...layout } = template;
  const values = { ...layout, codes: knownCodes(codes, choices) };
  if (!isAdmin)
    return (
      <div className="max-w-5xl">
        <TemplateSample values={values} locations={locations} />
      </div>
    );
  return (
    <TemplateForm
      start={values}
      locations={locations}
      choices={choices}
      save={async (patch) => {
        await payroll.templates.update.mutate({ id, patch });
        saved(t("saved"));
      }}
      buttons={(pending) => (
        <div className="flex flex-wrap items-start justify-between gap-3">
          <FormButtons submit={t("save")} pending={pending} />
          <Delete id={id} name={template.name} />
        </div>
      )}
    />
  );
}

function Delete({ id, name }: { id: string; name: string }) {
  const t = useTranslations("payroll.template.delete");
  const { payroll } = useTRPCClient();
  return (
    <ConfirmButton
      label={t("button")}
      button={{ variant: "ghost" }}
      title={t("title", { name })}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      act={async () => {
        await payroll.templates.delete.mutate({ id });
        return { message: t("done"), goTo: paths.payroll, replace: true };
      }}
    >
      <p>{t("text")}</p>
    </ConfirmButton>
  );
}
