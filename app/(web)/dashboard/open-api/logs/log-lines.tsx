"use client";

import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/app/_ui/class-names";
import type { Column } from "@/app/_ui/data-table";
import { ExactTime } from "@/app/_ui/exact-time";
import { ListTable } from "@/app/_ui/list-table";
import { TextLink } from "@/app/_ui/text-link";
import { durationWords } from "@/app/(web)/dashboard/open-api/logs/request-words";
import { StatusBadge } from "@/app/(web)/dashboard/open-api/logs/status-badge";
import { Breakable, PathText } from "@/app/(web)/dashboard/open-api/path-text";
import { paths } from "@/app/(web)/dashboard/paths";
import type { RequestLineView } from "@/server/modules/request-log/present";

/**
 * Where there is no room for columns, fifty cards would be very long: a row takes two lines instead, what was called and how it
 * ended above, the rest below it.
 */
const lookOf = {
  row: "cursor-pointer cards:flex wide-cards:flex cards:flex-wrap cards:items-center cards:gap-x-2 cards:gap-y-0.5",
  status: "cards:order-1",
  method: "cards:order-2",
  path: "cards:order-3 cards:min-w-0 cards:grow cards:basis-3/5",
  time: "cards:order-4 cards:pe-0 cards:text-xs",
  rest: "cards:order-5 cards:text-muted cards:text-xs",
  nothing: "cards:hidden",
};

type Props = {
  lines: readonly RequestLineView[];
  /** The entry that is open beside the table, where there is less room then. */
  selected: string | null;
  hideKey: boolean;
};

/** The rows of the table "Request log". */
export function LogLines({ lines, selected, hideKey }: Props) {
  const t = useTranslations("logs.table");
  const withKey = !hideKey && selected === null;
  return (
    <ListTable
      caption={t("caption")}
      columnsFrom={withKey ? 63 : 46}
      columns={useColumns(selected, withKey)}
      rows={lines}
      rowKey={({ requestId }) => requestId}
      isSelected={({ requestId }) => requestId === selected}
      rowClassName={lookOf.row}
    />
  );
}

const Nothing = () => <span className="text-muted">–</span>;

function useColumns(selected: string | null, withKey: boolean): Column<RequestLineView>[] {
  const t = useTranslations("logs.table");
  const locale = useLocale();
  const key: Column<RequestLineView> = {
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
  const columns: Column<RequestLineView>[] = [
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
  // Its two lines need no labels.
  return columns.map((column) => ({ ...column, bare: true }));
}
