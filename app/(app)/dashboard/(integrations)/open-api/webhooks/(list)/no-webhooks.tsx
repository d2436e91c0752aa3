import { useTranslations } from "next-intl";
import { CreateLink } from "@/app/_kit/list/create-link";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { paths } from "@/app/paths";

/** The empty state: what a webhook is for, and what an event looks like. */
export function NoWebhooks({ sample }: { sample: object | undefined }) {
  const t = useTranslations("webhooks");
  return (
    <EmptyState
      title={t("none.title")}
      actions={
        <>
          <CreateLink href={paths.newWebhook}>{t("add")}</CreateLink>
          <ReferenceLink page="webhooks" />
        </>
      }
      example={sample ? <CodeBlock label={t("none.example")} code={JSON.stringify(sample, null, 2)} /> : null}
    >
      {t("none.text")}
    </EmptyState>
  );
}
