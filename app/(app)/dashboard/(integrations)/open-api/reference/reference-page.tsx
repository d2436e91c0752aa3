import { Download, FileText } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { localeOf } from "@/app/_i18n/languages";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { PageHeader } from "@/app/_kit/ui/page-header";
import { Blocks } from "@/app/(app)/dashboard/(integrations)/open-api/reference/blocks";
import {
  OperationHead,
  OperationParts,
} from "@/app/(app)/dashboard/(integrations)/open-api/reference/operation-parts";
import { paths } from "@/app/paths";
import { frontSlug, markdownPath } from "@/server/api/reference/links";
import { markdownOf } from "@/server/api/reference/markdown";
import type { ReferencePage } from "@/server/api/reference/page";
import { services } from "@/server/kernel/process";

/** One page of the reference: a chapter or an operation. */
export async function ReferenceArticle({ page }: { page: ReferencePage }) {
  const t = await getTranslations("reference");
  const pages = await getTranslations("shell.pages");
  const isFront = page.slug === frontSlug;
  const breadcrumb = [
    { label: pages("openApi"), href: paths.openApi },
    ...(isFront ? [] : [{ label: pages("reference"), href: paths.reference }]),
  ];
  return (
    <article className="min-w-0">
      <PageHeader
        title={<span lang="en">{page.title}</span>}
        breadcrumb={breadcrumb}
        actions={<PageActions page={page} copyLabel={t("copyMarkdown")} viewLabel={t("viewMarkdown")} />}
      />
      <div className="-mt-3 mb-7 max-w-[75ch] text-muted">
        <Lead page={page} />
      </div>
      {(await getLocale()) === localeOf.en ? null : (
        <p className="-mt-4 mb-7 text-muted text-xs">{t("onlyEnglish")}</p>
      )}
      {page.kind === "chapter" ? <Blocks blocks={page.blocks} /> : <OperationParts operation={page} />}
    </article>
  );
}

function Lead({ page }: { page: ReferencePage }): ReactNode {
  return page.kind === "chapter" ? <p lang="en">{page.description}</p> : <OperationHead operation={page} />;
}

type ActionProps = { page: ReferencePage; copyLabel: string; viewLabel: string };

/** Files, not pages: plain links, which the Next router does not handle. */
function PageActions({ page, copyLabel, viewLabel }: ActionProps) {
  const { settings } = services();
  return (
    <>
      {page.slug === frontSlug ? (
        <a
          href={`${settings.baseUrl}/v2/openapi.json`}
          download="openapi.json"
          className={buttonStyles({ size: "sm" })}
        >
          <Download aria-hidden />
          openapi.json
        </a>
      ) : null}
      <CopyButton size="sm" value={markdownOf(page, settings)} label={copyLabel} />
      <a href={markdownPath(page.slug)} className={buttonStyles({ size: "sm", variant: "ghost" })}>
        <FileText aria-hidden />
        {viewLabel}
      </a>
    </>
  );
}
