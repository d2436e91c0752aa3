import { useLocale, useTranslations } from "next-intl";
import { Card } from "@/app/_kit/ui/card";
import { DataTable } from "@/app/_kit/ui/data-table";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { logQueryOf } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { durationWords } from "@/app/(app)/dashboard/(integrations)/open-api/logs/request-words";
import { StatusBadge } from "@/app/(app)/dashboard/(integrations)/open-api/logs/status-badge";
import { Breakable, PathText } from "@/app/(app)/dashboard/(integrations)/open-api/path-text";
import { paths } from "@/app/paths";
import type { RequestLineView } from "@/server/modules/integrations/request-log/present";

type Props = { keyId: string; lines: readonly RequestLineView[] };

/** The latest requests of a key, and a link to all of them. */
export function LastRequests({ keyId, lines }: Props) {
  const t = useTranslations("keys.activity");
  const table = useTranslations("logs.table");
  const locale = useLocale();
  return (
    <Card
      flush={lines.length > 0}
      title={t("last")}
      titleId="last-requests"
      actions={
        lines.length > 0 ? (
          <TextLink href={logQueryOf(paths.logs, { key: keyId, range: "30d" })}>{t("all")}</TextLink>
        ) : undefined
      }
    >
      {lines.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <DataTable
          caption={t("last")}
          rows={lines}
          rowKey={({ requestId }) => requestId}
          columns={[
            {
              label: table("time"),
              header: true,
              cell: ({ at, requestId }) => (
                <TextLink quiet href={paths.log(requestId)} prefetch={false}>
                  <RelativeTime at={at} />
                </TextLink>
              ),
            },
            { label: table("status"), cell: ({ status }) => <StatusBadge status={status} /> },
            {
              label: table("path"),
              cell: ({ method, path }) => <PathText method={method} path={path} />,
            },
            {
              label: table("duration"),
              align: "right",
              className: "whitespace-nowrap",
              cell: ({ durationMs }) => durationWords(durationMs, locale),
            },
            {
              label: table("code"),
              cell: ({ errorCode }) =>
                errorCode ? (
                  <code className="font-mono text-xs">
                    <Breakable text={errorCode} />
                  </code>
                ) : (
                  <span className="text-muted">–</span>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}
