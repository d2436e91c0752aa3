import { getTranslations } from "next-intl/server";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { TextLink } from "@/app/_kit/ui/text-link";
import { paths } from "@/app/paths";

type Props = {
  templates: readonly { id: string; name: string; format: "CSV" | "XLSX" }[];
  isAdmin: boolean;
  canSchedule: boolean;
};

/** The templates of files, by name. */
export async function Templates({ templates, isAdmin, canSchedule }: Props) {
  const t = await getTranslations("payroll.templates");
  return (
    <Card
      title={t("title")}
      titleId="payroll-templates"
      description={t("text")}
      className="max-w-3xl"
      actions={
        isAdmin ? (
          <LinkButton href={paths.newPayrollTemplate} size="sm">
            {t("create")}
          </LinkButton>
        ) : undefined
      }
    >
      {templates.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {templates.map(({ id, name, format }) => (
            <li key={id} className="wrap-anywhere">
              <TextLink href={paths.payrollTemplate(id)}>{name}</TextLink>
              <span className="text-muted"> {format}</span>
              {canSchedule ? (
                <>
                  {" · "}
                  <TextLink href={paths.newPayrollReport(id)} aria-label={t("scheduleOne", { name })}>
                    {t("scheduleIt")}
                  </TextLink>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {canSchedule ? (
        <p className="mt-3">
          <TextLink href={paths.newPayrollReport("")}>{t("schedule")}</TextLink>
        </p>
      ) : null}
    </Card>
  );
}
