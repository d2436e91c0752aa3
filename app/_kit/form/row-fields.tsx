"use client";

import { X } from "lucide-react";
import type { Key, ReactNode } from "react";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";

type Props<Row> = {
  id: string;
  legend: string;
  help?: string;
  error: string | undefined;
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  /** A row to add; null when none can be added. */
  blank: Row | null;
  /** By default the place: rows without an ID are only added at the end. */
  keyOf?: (row: Row) => Key;
  words: { add: string; remove: (row: Row, place: number) => string };
  /** The number of rows that cannot be removed. */
  least?: number;
  rowClassName?: string;
  /** The fields of a row, such as a sentence with fields. */
  children: (row: Row, set: (part: Partial<Row>) => void, place: number) => ReactNode;
};

/** Rows of fields, to add and remove. */
export function RowFields<Row>({
  id,
  legend,
  help,
  error,
  rows,
  onChange,
  blank,
  keyOf,
  words,
  least = 0,
  rowClassName = "items-center gap-2",
  children,
}: Props<Row>) {
  const set = (place: number) => (part: Partial<Row>) =>
    onChange(rows.map((row, at) => (at === place ? { ...row, ...part } : row)));
  return (
    <Fieldset id={id} legend={legend} help={help} error={error}>
      {rows.map((row, place) => (
        <div key={keyOf ? keyOf(row) : place} className={cn("flex flex-wrap", rowClassName)}>
          {children(row, set(place), place)}
          {rows.length > least ? (
            <Button
              size="icon"
              variant="ghost"
              aria-label={words.remove(row, place)}
              title={words.remove(row, place)}
              onClick={() => onChange(rows.filter((_, at) => at !== place))}
            >
              <X aria-hidden />
            </Button>
          ) : null}
        </div>
      ))}
      {blank ? (
        <div>
          <Button size="sm" onClick={() => onChange([...rows, blank])}>
            {words.add}
          </Button>
        </div>
      ) : null}
    </Fieldset>
  );
}

type NumberProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  inputMode?: "numeric" | "decimal";
};

/** A field for a number within a sentence. */
export const NumberInSentence = ({ label, value, onChange, inputMode = "numeric" }: NumberProps) => (
  <Input
    aria-label={label}
    inputMode={inputMode}
    className="inline-block w-18"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);
