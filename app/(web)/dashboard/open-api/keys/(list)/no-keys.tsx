import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_ui/code-block";
import { EmptyState } from "@/app/_ui/empty-state";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { curlExample } from "@/app/(web)/dashboard/open-api/keys/curl-example";
import { ReferenceLink } from "@/app/(web)/dashboard/open-api/reference-link";
import { paths } from "@/app/(web)/dashboard/paths";

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
