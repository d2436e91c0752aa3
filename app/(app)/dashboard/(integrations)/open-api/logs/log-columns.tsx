"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { cn } from "@/app/_kit/ui/class-names";
import { ExactTime } from "@/app/_kit/ui/exact-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { durationWords } from "@/app/(app)/dashboard/(integrations)/open-api/logs/request-words";
import { StatusBadge } from "@/app/(app)/dashboard/(integrations)/open-api/logs/status-badge";
import { Breakable, PathText } from "@/app/(app)/dashboard/(integrations)/open-api/path-text";
import { paths } from "@/app/paths";
import type { RequestLineView } from "@/server/modules/integrations/request-log/present";

/** Fifty cards would be too long on a narrow screen. Instead a row takes two lines: path and status above, the rest below. */
export const lookOf = {
  row: "cards:flex wide-cards:flex cards:flex-wrap cards:items-center cards:gap-x-2 cards:gap-y-0.5",
  status: "cards:order-1",
  method: "cards:order-2",
  path: "cards:order-3 cards:min-w-0 cards:grow cards:basis-3/5",
  time: "cards:order-4 cards:pe-0 cards:text-xs",
  rest: "cards:order-5 cards:text-muted cards:text-xs",
  nothing: "cards:hidden",
};

const Nothing = () => <span className="text-muted">–</span>;

/** The columns of the table "Request log". The key column is left out on narrow screens and where every row would show the same key. */
export function useLogColumns(selected: string | null, withKey: boolean): ListColumn<RequestLineView>[] {
  const t = useTranslations("logs.table");
  const locale = useLocale();
  const key: ListColumn<RequestLineView> = {
    label: t("key"),
    className: cn(lookOf.rest, "cards:min-w-0"),
    cell: ({ keyName }) =>
      keyName ? (
        <span title={keyName} className="block truncate columns:max-w-44">
          {keyName}
        </span>
      ) : (
        <Nothing />
      ),
  };
  const columns: ListColumn<RequestLineView>[] = [
    {
      label: t("time"),
      header: true,
      className: lookOf.time,
      cell: ({ requestId, at }) => (
        <TextLink
          quiet
          href={paths.log(requestId)}
          prefetch={false}
          aria-current={requestId === selected ? "true" : undefined}
        >
          <ExactTime at={at} />
        </TextLink>
      ),
    },
    { label: t("status"), className: lookOf.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      label: t("method"),
      className: lookOf.method,
      cell: ({ method }) => <code className="font-mono text-xs">{method}</code>,
    },
    { label: t("path"), className: lookOf.path, cell: ({ path }) => <PathText path={path} /> },
    ...(withKey ? [key] : []),
    {
      label: t("duration"),
      align: "right",
      className: cn(lookOf.rest, "whitespace-nowrap"),
      cell: ({ durationMs }) => durationWords(durationMs, locale),
    },
    {
      label: t("code"),
      className: ({ errorCode }) => (errorCode ? lookOf.rest : lookOf.nothing),
      cell: ({ errorCode }) =>
        errorCode ? (
          <code className="font-mono text-xs">
            <Breakable text={errorCode} />
          </code>
        ) : (
          <Nothing />
        ),
    },
  ];
  // The two-line rows need no labels.
  return columns.map((column) => ({ ...column, bare: true }));
}
