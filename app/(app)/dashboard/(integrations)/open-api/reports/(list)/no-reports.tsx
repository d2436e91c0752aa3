import { useTranslations } from "next-intl";
import { CreateLink } from "@/app/_kit/list/create-link";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { paths } from "@/app/paths";

/** The empty state: what a report is for, and what its file looks like. */
export function NoReports() {
  const t = useTranslations("reports.empty");
  return (
    <EmptyState
      title={t("title")}
      actions={
        <>
          <CreateLink href={paths.newReport}>{t("create")}</CreateLink>
          <ReferenceLink page="create-scheduled-report" />
        </>
      }
      example={<CodeBlock label={t("example")} code={example} />}
    >
      {t("text")}
    </EmptyState>
  );
}

const example = [
  "Name,Department,Location,Leave type,First day,Last day",
  "Ana Kovač,Engineering,Belgrade,Vacation,2026-08-03,2026-08-14",
  "Bo Lind,Sales,Lisbon,Away,2026-08-05,2026-08-05",
].join("\n");
