"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { Button } from "@/app/_kit/ui/button";
import { Switch } from "@/app/_kit/ui/switch";
import { lookOf, useLogColumns } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-columns";
import { type LogQuery, viewParsers } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { RequestPanel } from "@/app/(app)/dashboard/(integrations)/open-api/logs/request-panel";
import { useLogLines, useNewer } from "@/app/(app)/dashboard/(integrations)/open-api/logs/use-log-pages";
import { paths } from "@/app/paths";
import type { RequestLineView } from "@/server/modules/integrations/request-log/present";

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
