"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { cn } from "@/app/_ui/class-names";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { ExactTime } from "@/app/_ui/exact-time";
import { Switch } from "@/app/_ui/switch";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/app/_ui/table";
import { TextLink } from "@/app/_ui/text-link";
import { type LogQuery, viewParsers } from "@/app/(web)/dashboard/open-api/logs/log-filter";
import { RequestPanel } from "@/app/(web)/dashboard/open-api/logs/request-panel";
import { durationWords } from "@/app/(web)/dashboard/open-api/logs/request-words";
import { StatusBadge } from "@/app/(web)/dashboard/open-api/logs/status-badge";
import { useNewer, useOlder } from "@/app/(web)/dashboard/open-api/logs/use-log-pages";
import { Breakable, PathText } from "@/app/(web)/dashboard/open-api/path-text";
import { paths } from "@/app/(web)/dashboard/paths";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { useGoTo } from "@/app/(web)/dashboard/use-go-to";
import type { RequestLineView } from "@/server/modules/request-log/present";

const isModified = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Whether the click ended a drag over text. */
const isSelecting = () => window.getSelection()?.isCollapsed === false;

/** There is room for a panel beside the table. */
const isWide = () => window.matchMedia("(min-width: 64rem)").matches;

type Props = {
  initial: { items: RequestLineView[]; hasMore: boolean };
  query: LogQuery;
  baseUrl: string;
  /** On a key's own page: the column would say the same in every row. */
  hideKey?: boolean;
};

/** The table "Request log", the newest first; new ones wait behind a button, so that nothing jumps. */
export function LogTable({ initial, query, baseUrl, hideKey = false }: Props) {
  const t = useTranslations("logs");
  const [{ request, live }, setView] = useQueryStates(viewParsers, { clearOnDefault: true });
  const [lines, setLines] = useState(initial.items);
  const older = useOlder(query, lines, initial.hasMore, (more) => setLines([...lines, ...more]));
  const waiting = useNewer(query, lines[0]?.requestId, live && query.to === undefined);
  const router = useRouter();
  const goTo = useGoTo();
  const body = useRef<HTMLTableSectionElement>(null);

  const open = (event: MouseEvent, requestId: string) => {
    // The row's link is in the row: its click comes here, too, and is its own where there is no room for the panel.
    const onLink = event.target instanceof Element && event.target.closest("a, button") !== null;
    if (isModified(event) || (onLink ? !isWide() : isSelecting())) return;
    event.preventDefault();
    if (isWide()) void setView({ request: requestId });
    else goTo(paths.log(requestId));
  };
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !request || event.defaultPrevented) return;
    void setView({ request: null });
    focusRow(body.current, request);
  };
  // The panel shows the row that the keys walk to.
  const follow = (event: FocusEvent<HTMLElement>) => {
    const focused = event.target.closest<HTMLElement>("tr[data-request]")?.dataset.request;
    if (request && focused && focused !== request) void setView({ request: focused });
  };
  const showNew = () => {
    setLines([...waiting.items, ...lines]);
    if (waiting.hasMore) router.refresh();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel from wherever the focus is inside
    <div onKeyDown={close} onFocus={follow} className="grid items-start gap-5">
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
          <Switch
            label={t("live")}
            checked={live}
            disabled={query.to !== undefined}
            onChange={({ target }) => void setView({ live: target.checked })}
          />
          <span role="status">
            {waiting.items.length > 0 ? (
              <Button size="sm" onClick={showNew}>
                {t(waiting.hasMore ? "showNewMore" : "showNew", { count: waiting.items.length })}
              </Button>
            ) : null}
          </span>
        </div>
        {lines.length > 0 ? (
          <Lines ref={body} {...{ lines, hideKey, open }} selected={request} isNarrow={Boolean(request)} />
        ) : (
          <p className="text-muted">{t("waiting")}</p>
        )}
        {older.error ? (
          <ErrorPanel error={shownError(older.error)} retrying={older.loading} onRetry={older.load} />
        ) : older.hasMore ? (
          <div>
            <Button pending={older.loading} onClick={older.load}>
              {t("loadOlder")}
            </Button>
          </div>
        ) : null}
      </div>
      {request ? (
        <RequestPanel
          key={request}
          requestId={request}
          baseUrl={baseUrl}
          onClose={() => {
            void setView({ request: null });
            focusRow(body.current, request);
          }}
        />
      ) : null}
    </div>
  );
}

function focusRow(body: HTMLElement | null, requestId: string): void {
  const link = body?.querySelector(`tr[data-request="${CSS.escape(requestId)}"] a`);
  if (link instanceof HTMLElement) link.focus();
}

/**
 * Where there is no room for columns, fifty cards would be very long: a row takes two lines instead, what was called and how it
 * ended above, the rest below it.
 */
const lookOf = {
  row: "cards:flex wide-cards:flex cards:flex-wrap cards:items-center cards:gap-x-2 cards:gap-y-0.5",
  status: "cards:order-1",
  method: "cards:order-2",
  path: "cards:order-3 cards:min-w-0 cards:grow cards:basis-3/5",
  time: "cards:order-4 cards:pe-0 cards:text-xs",
  rest: "cards:order-5 cards:text-muted cards:text-xs",
  nothing: "cards:hidden",
};

type LinesProps = {
  ref: React.Ref<HTMLTableSectionElement>;
  lines: readonly RequestLineView[];
  hideKey: boolean;
  /** Beside the open panel there is less room. */
  isNarrow: boolean;
  selected: string | null;
  open: (event: MouseEvent, requestId: string) => void;
};

function Lines({ ref, lines, hideKey, isNarrow, selected, open }: LinesProps) {
  const t = useTranslations("logs.table");
  const locale = useLocale();
  const withKey = !hideKey && !isNarrow;
  return (
    <Table caption={t("caption")} columnsFrom={withKey ? 63 : 46}>
      <TableHead>
        <HeaderCell>{t("time")}</HeaderCell>
        <HeaderCell>{t("status")}</HeaderCell>
        <HeaderCell>{t("method")}</HeaderCell>
        <HeaderCell>{t("path")}</HeaderCell>
        {withKey ? <HeaderCell>{t("key")}</HeaderCell> : null}
        <HeaderCell align="right">{t("duration")}</HeaderCell>
        <HeaderCell>{t("code")}</HeaderCell>
      </TableHead>
      <TableBody ref={ref}>
        {lines.map((line) => (
          <TableRow
            key={line.requestId}
            selected={line.requestId === selected}
            data-request={line.requestId}
            onClick={(event) => open(event, line.requestId)}
            className={cn("cursor-pointer", lookOf.row)}
          >
            <Cell label="" header className={lookOf.time}>
              <TextLink
                quiet
                href={paths.log(line.requestId)}
                prefetch={false}
                aria-current={line.requestId === selected ? "true" : undefined}
              >
                <ExactTime at={line.at} />
              </TextLink>
            </Cell>
            <Cell label="" className={lookOf.status}>
              <StatusBadge status={line.status} />
            </Cell>
            <Cell label="" className={lookOf.method}>
              <code className="font-mono text-xs">{line.method}</code>
            </Cell>
            <Cell label="" className={lookOf.path}>
              <PathText path={line.path} />
            </Cell>
            {withKey ? (
              <Cell label="" className={cn(lookOf.rest, "cards:min-w-0")}>
                {line.keyName ? (
                  <span title={line.keyName} className="block truncate columns:max-w-44">
                    {line.keyName}
                  </span>
                ) : (
                  <span className="text-muted">–</span>
                )}
              </Cell>
            ) : null}
            <Cell label="" align="right" className={cn(lookOf.rest, "whitespace-nowrap")}>
              {durationWords(line.durationMs, locale)}
            </Cell>
            <Cell label="" className={line.errorCode ? lookOf.rest : lookOf.nothing}>
              {line.errorCode ? (
                <code className="font-mono text-xs">
                  <Breakable text={line.errorCode} />
                </code>
              ) : (
                <span className="text-muted">–</span>
              )}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
