import { PageLink } from "@/app/_kit/ui/page-link";

type BarRow = {
  /** Unique. */
  key: string;
  name: string;
  value: number;
  /** The value in words, such as "12.5 days, 3 people". */
  valueText: string;
  href?: string;
};

type Props = { rows: readonly BarRow[] };

/** Bars beside each other's names: a list, whose texts say all that the bars show. */
export function BarList({ rows }: Props) {
  const top = Math.max(0, ...rows.map(({ value }) => value)) || 1;
  return (
    <ul className="grid gap-2.5">
      {rows.map(({ key, name, value, valueText, href }) => (
        <li key={key} className="grid gap-1">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">
              {href ? (
                <PageLink href={href} prefetch={false} className="underline underline-offset-2">
                  {name}
                </PageLink>
              ) : (
                name
              )}
            </span>
            <span className="text-muted tabular-nums">{valueText}</span>
          </span>
          <span aria-hidden className="h-2 overflow-hidden rounded-sm bg-track forced-colors:border">
            <span
              style={{ width: `${(Math.max(0, value) / top) * 100}%` }}
              className="block h-full bg-accent dark:bg-ring forced-colors:bg-[Highlight]"
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
