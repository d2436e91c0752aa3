"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { SidePanel } from "@/app/_kit/list/side-panel";
import { useOlder } from "@/app/_kit/list/use-older";
import { Button } from "@/app/_kit/ui/button";
import { Switch } from "@/app/_kit/ui/switch";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { paths } from "@/app/paths";
import type { RequestLineView } from "@/server/modules/integrations/request-log/present";
import { lookOf, useLogColumns } from "./log-columns";
import { type LogQuery, viewParsers } from "./log-filter";
import { RequestDetails } from "./request-details";

type RequestPanelProps = { requestId: string; baseUrl: string; onClose: () => void };

/** The open entry beside the table. */
function RequestPanel({ requestId, baseUrl, onClose }: RequestPanelProps) {
  const t = useTranslations("logs.details");
  const query = useQuery(useTRPC().requestLog.get.queryOptions({ requestId }));
  return (
    <SidePanel
      label={t("label")}
      page={{ href: paths.log(requestId), label: t("own") }}
      closeLabel={t("close")}
      loadingLabel={t("loading")}
      onClose={onClose}
      query={query}
    >
      {(view) => <RequestDetails view={view} baseUrl={baseUrl} />}
    </SidePanel>
  );
}

const liveEveryMs = 2000;
const pageSize = 50;
const livePage = 100;

/** The server's page, with the cursor of the next one. */
const logPage = ({ items, hasMore }: { items: RequestLineView[]; hasMore: boolean }) => ({
  items,
  next: (hasMore && items.at(-1)?.requestId) || null,
});

/** The shown lines, and paging to older ones. */
function useLogLines(initial: Parameters<typeof logPage>[0], query: LogQuery) {
  const client = useTRPCClient();
  return useOlder(logPage(initial), async (before: string) =>
    logPage(await client.requestLog.list.query({ ...query, limit: pageSize, before })),
  );
}

/** In live mode: the entries newer than the newest shown. */
function useNewer(query: LogQuery, newest: string | undefined, live: boolean) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.requestLog.list.queryOptions(
      { ...query, limit: livePage, after: newest },
      { enabled: live, refetchInterval: liveEveryMs, staleTime: 0 },
    ),
  );
  return live && data ? data : { items: [], hasMore: false };
}

type Props = {
  initial: { items: RequestLineView[]; hasMore: boolean };
  query: LogQuery;
  baseUrl: string;
  /** On a key's page, where the column would show the same in every row. */
  hideKey?: boolean;
};

/** The table "Request log", newest first. New entries wait behind a button, so that the rows stay in place. */
export function LogTable({ initial, query, baseUrl, hideKey = false }: Props) {
  const t = useTranslations("logs");
  const [{ request, live }, setView] = useQueryStates(viewParsers, { clearOnDefault: true });
  const { items: lines, prepend, older } = useLogLines(initial, query);
  const waiting = useNewer(query, lines[0]?.requestId, live && query.to === undefined);
  const router = useRouter();
  const showNew = () => {
    prepend(waiting.items);
    if (waiting.hasMore) router.refresh();
  };
  const withKey = !hideKey && request === null;
  return (
    <ResourceList
      caption={t("table.caption")}
      columnsFrom={withKey ? 63 : 46}
      columns={useLogColumns(request, withKey)}
      rows={lines}
      rowKey={({ requestId }) => requestId}
      rowClassName={lookOf.row}
      above={
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
      }
      nothing={() => <p className="text-muted">{t("waiting")}</p>}
      older={older}
      panel={{
        opened: request,
        show: (requestId) => void setView({ request: requestId }),
        pageOf: paths.log,
        aside: (requestId, close) => (
          <RequestPanel key={requestId} requestId={requestId} baseUrl={baseUrl} onClose={close} />
        ),
      }}
    />
  );
}
