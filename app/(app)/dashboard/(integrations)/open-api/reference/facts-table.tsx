// biome-ignore-all lint/a11y/noRedundantRoles: explicit because `display: block` removes them in some browsers.
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";

type TableProps = { caption: string; columns: readonly [string, string]; children: ReactNode };

/** A table of names and their facts. On a narrow screen each row is one block. */
export function FactsTable({ caption, columns, children }: TableProps) {
  return (
    <div className="@container">
      <table role="table" className="w-full border-collapse text-start @max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="@max-sm:sr-only">
          <tr role="row" className="border-line border-b">
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                role="columnheader"
                className="py-1.5 pe-4 text-start font-medium text-muted text-xs last:pe-0"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-sm:block">
          {children}
        </tbody>
      </table>
    </div>
  );
}

export type FactsRowProps = Omit<ComponentProps<"tr">, "children"> & {
  name: ReactNode;
  children: ReactNode;
  /** The nesting depth of the row. */
  depth?: number;
};

const indents = ["", "ps-4", "ps-8", "ps-12", "ps-16"];

export function FactsRow({ name, children, depth = 0, className, ...rest }: FactsRowProps) {
  return (
    <tr
      {...rest}
      role="row"
      className={cn("border-line border-b align-top last:border-b-0 @max-sm:block @max-sm:py-2.5", className)}
    >
      <th
        scope="row"
        role="rowheader"
        className={cn(
          "w-[44%] py-2 pe-4 text-start font-normal wrap-anywhere @max-sm:block @max-sm:w-auto @max-sm:py-0 @max-sm:pe-0",
          indents[Math.min(depth, indents.length - 1)],
        )}
      >
        {name}
      </th>
      <td
        role="cell"
        className={cn(
          "py-2 wrap-anywhere @max-sm:block @max-sm:py-0 @max-sm:pt-1",
          depth > 0 && `@max-sm:${indents[Math.min(depth, indents.length - 1)]}`,
        )}
      >
        {children}
      </td>
    </tr>
  );
}
