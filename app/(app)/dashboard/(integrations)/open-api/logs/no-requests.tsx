import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { curlExample } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { paths } from "@/app/paths";
import { services } from "@/server/kernel/process";

/** The empty state before the first call: what will appear here, and how to make a call. */
export function NoRequests({ ofKey }: { ofKey: boolean }) {
  const t = useTranslations("logs.never");
  return (
    <EmptyState
      title={ofKey ? t("titleOfKey") : t("title")}
      actions={
        <>
          {ofKey ? null : (
            <LinkButton href={paths.newKey} variant="primary">
              {t("create")}
            </LinkButton>
          )}
          <ReferenceLink page="introduction" />
        </>
      }
      example={
        <CodeBlock
          label={t("firstCall")}
          code={curlExample(services().settings.baseUrl, "/v2/leave-types", "$TIMEAWAY_API_KEY")}
        />
      }
    >
      {t("text")}
    </EmptyState>
  );
}
