import { FileText } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CopyButton } from "@/app/_ui/copy-button";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { Blocks } from "@/app/(web)/dashboard/open-api/reference/blocks";
import { OperationHead, OperationParts } from "@/app/(web)/dashboard/open-api/reference/operation-parts";
import { paths } from "@/app/(web)/dashboard/paths";
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
      {page.kind === "chapter" ? <Blocks blocks={page.blocks} /> : <OperationParts operation={page} />}
    </article>
  );
}

function Lead({ page }: { page: ReferencePage }): ReactNode {
  return page.kind === "chapter" ? <p lang="en">{page.description}</p> : <OperationHead operation={page} />;
}

type ActionProps = { page: ReferencePage; copyLabel: string; viewLabel: string };

function PageActions({ page, copyLabel, viewLabel }: ActionProps) {
  const { settings } = services();
  return (
    <>
      {page.slug === frontSlug ? (
        <LinkButton
          href={`${settings.baseUrl}/v2/openapi.json`}
          download="openapi.json"
          prefetch={false}
          size="sm"
        >
          openapi.json
        </LinkButton>
      ) : null}
      <CopyButton size="sm" value={markdownOf(page, settings)} label={copyLabel} />
      <LinkButton href={markdownPath(page.slug)} prefetch={false} size="sm" variant="ghost">
        <FileText aria-hidden />
        {viewLabel}
      </LinkButton>
    </>
  );
}
