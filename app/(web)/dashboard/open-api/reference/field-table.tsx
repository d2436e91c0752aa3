"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/app/_ui/class-names";
import { FactsRow, FactsTable } from "@/app/(web)/dashboard/open-api/reference/facts-table";
import { RichText } from "@/app/(web)/dashboard/open-api/reference/rich-text";
import type { Field } from "@/server/api/reference/fields";

type Props = {
  caption: string;
  fields: readonly Field[];
  /** Of an answer nothing is required: what is not always there is told instead. */
  isAnswer?: boolean;
};

interface Row {
  field: Field;
  /** Names from the top, and the place among equal ones. */
  path: string;
  parents: string[];
}

const rowsOf = (fields: readonly Field[], parents: string[] = []): Row[] =>
  fields.flatMap((field, place) => {
    const path = [...parents.slice(-1), `${field.name}.${place}`].join("/");
    return [{ field, path, parents }, ...rowsOf(field.fields, [...parents, path])];
  });

/** The one object that an answer wraps around what was asked for is open from the start. */
const openAtFirst = (fields: readonly Field[]): string[] =>
  rowsOf(fields)
    .filter(({ field, parents }) => field.name === "data" && parents.length === 0)
    .map(({ path }) => path);

/** Parameters or fields; those below another are shown by its button, and all of them without JavaScript. */
export function FieldTable({ caption, fields, isAnswer = false }: Props) {
  const t = useTranslations("reference");
  const [open, setOpen] = useState<readonly string[]>(() => openAtFirst(fields));
  const toggle = (path: string) =>
    setOpen((now) => (now.includes(path) ? now.filter((one) => one !== path) : [...now, path]));
  return (
    <FactsTable caption={caption} columns={[t("columns.name"), t("columns.description")]}>
      {rowsOf(fields).map(({ field, path, parents }) => (
        <FactsRow
          key={path}
          depth={parents.length}
          className={
            parents.every((parent) => open.includes(parent))
              ? ""
              : "hidden @max-sm:hidden noscript:table-row noscript:@max-sm:block"
          }
          name={
            <FieldName
              field={field}
              isAnswer={isAnswer}
              isOpen={open.includes(path)}
              onToggle={field.fields.length > 0 ? () => toggle(path) : undefined}
            />
          }
        >
          <FieldFacts field={field} />
        </FactsRow>
      ))}
    </FactsTable>
  );
}

type NameProps = {
  field: Field;
  isAnswer: boolean;
  isOpen: boolean;
  onToggle: (() => void) | undefined;
};

function FieldName({ field: { name, isRequired }, isAnswer, isOpen, onToggle }: NameProps) {
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

/** Type, description and limits, in the API's own language. */
const FieldFacts = ({ field: { type, description, facts } }: { field: Field }) => (
  <span lang="en" className="flex flex-col gap-1 text-pretty">
    <span className="text-muted text-xs leading-5">{type}</span>
    {description ? (
      <span>
        <RichText>{description}</RichText>
      </span>
    ) : null}
    {facts.length > 0 ? (
      <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-muted text-xs">
        {facts.map((fact) => (
          <span key={fact}>
            <RichText>{fact}</RichText>
          </span>
        ))}
      </span>
    ) : null}
  </span>
);
