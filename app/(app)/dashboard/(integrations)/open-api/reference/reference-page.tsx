import { Download, FileText } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { localeOf } from "@/app/_i18n/languages";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { Note } from "@/app/_kit/ui/note";
import { PageHeader } from "@/app/_kit/ui/page-header";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/app/_kit/ui/table";
import { Highlighted } from "@/app/(app)/dashboard/(integrations)/open-api/reference/highlight";
import {
  OperationHead,
  OperationParts,
} from "@/app/(app)/dashboard/(integrations)/open-api/reference/operation-parts";
import { RichText } from "@/app/(app)/dashboard/(integrations)/open-api/reference/rich-text";
import { AnchoredHeading } from "@/app/(app)/dashboard/(integrations)/open-api/reference/section";
import { paths } from "@/app/paths";
import { frontSlug, markdownPath } from "@/server/api/reference/links";
import { markdownOf } from "@/server/api/reference/markdown";
import type { Block, ReferencePage } from "@/server/api/reference/page";
import { services } from "@/server/kernel/process";

/** The prose of a chapter. */
function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div lang="en" className="flex max-w-[52rem] flex-col gap-3.5">
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move
        <OneBlock key={place} block={block} />
      ))}
    </div>
  );
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return (
        <AnchoredHeading level={block.level} id={block.id} className="pt-4">
          {block.text}
        </AnchoredHeading>
      );
    case "text":
      return (
        <p className="max-w-[75ch] text-pretty leading-6">
          <RichText>{block.text}</RichText>
        </p>
      );
    case "list":
      return (
        <ul className="flex max-w-[75ch] list-disc flex-col gap-1.5 ps-5 leading-6">
          {block.items.map((item) => (
            <li key={item} className="text-pretty">
              <RichText>{item}</RichText>
            </li>
          ))}
        </ul>
      );
    case "table":
      return <BlockTable block={block} />;
    case "code":
      return (
        <CodeBlock label={block.label} code={block.code}>
          <Highlighted language={block.language} code={block.code} />
        </CodeBlock>
      );
    case "note":
      return (
        <Note title={block.title}>
          <RichText>{block.text}</RichText>
        </Note>
      );
  }
}

function BlockTable({ block: { caption, columns, rows } }: { block: Extract<Block, { kind: "table" }> }) {
  return (
    <div className="xl:rounded-lg xl:border xl:border-line">
      <Table caption={caption}>
        <TableHead>
          {columns.map((column) => (
            <HeaderCell key={column}>
              <RichText>{column}</RichText>
            </HeaderCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.map(({ id, cells }) => (
            <TableRow key={cells.join()} id={id}>
              {cells.map((words, column) => (
                <Cell
                  key={columns[column]}
                  label={(columns[column] ?? "").replaceAll("`", "")}
                  header={column === 0}
                  className="align-top"
                >
                  <RichText>{words}</RichText>
                </Cell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

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
