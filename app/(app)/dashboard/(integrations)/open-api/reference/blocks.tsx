import { CodeBlock } from "@/app/_kit/ui/code-block";
import { Note } from "@/app/_kit/ui/note";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/app/_kit/ui/table";
import { Highlighted } from "@/app/(app)/dashboard/(integrations)/open-api/reference/highlight";
import { RichText } from "@/app/(app)/dashboard/(integrations)/open-api/reference/rich-text";
import { AnchoredHeading } from "@/app/(app)/dashboard/(integrations)/open-api/reference/section";
import type { Block } from "@/server/api/reference/page";

/** The prose of a chapter. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
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
