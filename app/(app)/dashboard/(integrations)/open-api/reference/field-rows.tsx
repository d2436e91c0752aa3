"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { FactsRow, FactsTable } from "@/app/(app)/dashboard/(integrations)/open-api/reference/facts-table";

/** A parameter or field. Nested ones list their parents. */
export interface FieldRow {
  name: string;
  isRequired: boolean;
  hasFields: boolean;
  /** The names from the root, with an index among equal names. */
  path: string;
  parents: string[];
  facts: ReactNode;
}

/** The response envelope `data` starts expanded. */
const openAtFirst = (rows: readonly FieldRow[]): string[] =>
  rows.filter(({ name, parents }) => name === "data" && parents.length === 0).map(({ path }) => path);

type Props = { caption: string; rows: readonly FieldRow[]; isAnswer: boolean };

/** Parameters or fields. A button expands nested ones; without JavaScript all are visible. */
export function FieldRows({ caption, rows, isAnswer }: Props) {
  const t = useTranslations("reference");
  const [open, setOpen] = useState<readonly string[]>(() => openAtFirst(rows));
  const toggle = (path: string) =>
    setOpen((now) => (now.includes(path) ? now.filter((one) => one !== path) : [...now, path]));
  return (
    <FactsTable caption={caption} columns={[t("columns.name"), t("columns.description")]}>
      {rows.map((row) => (
        <FactsRow
          key={row.path}
          depth={row.parents.length}
          className={
            row.parents.every((parent) => open.includes(parent))
              ? ""
              : "hidden @max-sm:hidden noscript:table-row noscript:@max-sm:block"
          }
          name={
            <FieldName
              row={row}
              isAnswer={isAnswer}
              isOpen={open.includes(row.path)}
              onToggle={row.hasFields ? () => toggle(row.path) : undefined}
            />
          }
        >
          {row.facts}
        </FactsRow>
      ))}
    </FactsTable>
  );
}

type NameProps = {
  row: FieldRow;
  isAnswer: boolean;
  isOpen: boolean;
  onToggle: (() => void) | undefined;
};

function FieldName({ row: { name, isRequired }, isAnswer, isOpen, onToggle }: NameProps) {
  const t = useTranslations("reference");
  return (
    <span className="flex flex-col items-start gap-0.5">
      <code lang="en" className="font-medium font-mono text-xs leading-5">
        {name}
      </code>
      {isRequired && !isAnswer ? (
        <span className="font-medium text-warning-text text-xs">{t("required")}</span>
      ) : null}
      {isAnswer && !isRequired ? <span className="text-muted text-xs">{t("sometimes")}</span> : null}
      {onToggle ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="-ms-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 text-start text-accent-text text-xs hover:bg-hover noscript:hidden"
        >
          <ChevronRight
            aria-hidden
            className={cn("size-3 shrink-0 transition-transform", isOpen ? "rotate-90" : "rtl:-scale-x-100")}
          />
          {t(isOpen ? "hideFields" : "showFields", { name })}
        </button>
      ) : null}
    </span>
  );
}
