import { useTranslations } from "next-intl";
import { CreateLink } from "@/app/_kit/list/create-link";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { curlExample } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { paths } from "@/app/paths";

/** The empty state: what a key is for, and what a call looks like. */
export function NoKeys({ baseUrl, workspace }: { baseUrl: string; workspace: boolean }) {
  const t = useTranslations("keys");
  return (
    <EmptyState
      title={t("none.title")}
      actions={
        <>
          <CreateLink href={paths.newKey}>{t("create")}</CreateLink>
          <ReferenceLink page="introduction" />
        </>
      }
      example={
        <CodeBlock label={t("none.example")} code={curlExample(baseUrl, "/v2/departments", "svc_live_…")} />
      }
    >
      {workspace ? `${t("none.ofWorkspace")} ` : null}
      {t("none.text")}
    </EmptyState>
  );
}
