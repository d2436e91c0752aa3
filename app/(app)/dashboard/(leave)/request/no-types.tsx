import { getFormatter, getTranslations } from "next-intl/server";
import { EmptyState } from "@/app/_kit/ui/empty-state";

/** No leave type has a policy at the person's location: explains why, and who can change it. */
export async function NoTypes({ administrators }: { administrators: readonly string[] }) {
  const [t, format] = await Promise.all([getTranslations(), getFormatter()]);
  const names = format.list(administrators.slice(0, 3), "either");
  return (
    <EmptyState title={t("leaves.form.noTypes")}>
      {t("leaves.form.noTypesText")}
      {names ? ` ${t("common.notAllowed.ask", { names })}` : null}
    </EmptyState>
  );
}
