import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { DataTable } from "@/app/_kit/ui/data-table";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { logQueryOf } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { durationWords } from "@/app/(app)/dashboard/(integrations)/open-api/logs/request-words";
import { StatusBadge } from "@/app/(app)/dashboard/(integrations)/open-api/logs/status-badge";
import { Breakable, PathText } from "@/app/(app)/dashboard/(integrations)/open-api/path-text";
import { RequestsChart } from "@/app/(app)/dashboard/(integrations)/open-api/usage/charts";
import { paths } from "@/app/paths";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";
import type { RequestLineView } from "@/server/modules/integrations/request-log/present";
import { KeyUsage } from "./key-usage";
import { Succession } from "./succession";

type Props = { keyId: string; lines: readonly RequestLineView[] };

/** The latest requests of a key, and a link to all of them. */
function LastRequests({ keyId, lines }: Props) {
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

const shown = 10;

/** A key's last 30 days: its chart and its latest requests. */
async function KeyActivity({ id }: { id: string }) {
  const t = await getTranslations("keys.activity");
  const [usage, requests] = await Promise.all([
    load(caller().requestLog.recentUsage({ key: id })),
    load(caller().requestLog.list({ key: id, limit: shown })),
  ]);
  return (
    <AreaMessages areas={["usage"]}>
      {usage.error ? (
        <LoadError error={usage.error} />
      ) : (
        <RequestsChart
          counts={usage.data}
          period={usage.data.days.at(-1)?.day ?? ""}
          title={t("chart")}
          apiKey={id}
        />
      )}
      {requests.error ? (
        usage.error ? null : (
          <LoadError error={requests.error} />
        )
      ) : (
        <LastRequests keyId={id} lines={requests.data.items} />
      )}
    </AreaMessages>
  );
}

/** The tab "Overview": the key's usage, and its replacement. */
export async function KeyDetails({ view }: { view: ApiKeyView }) {
  const t = await getTranslations("keys");
  const succession =
    view.state === "revoked" ? null : await load(caller().apiKeys.succession({ id: view.id }));
  return (
    <div className="flex flex-col gap-5">
      {succession?.error ? <LoadError error={succession.error} /> : null}
      {succession?.data ? <Succession view={view} {...succession.data} /> : null}
      <KeyUsage view={view} />
      <KeyActivity id={view.id} />
      <Card>
        <dl className="grid gap-x-8 gap-y-4 pt-1 sm:grid-cols-3">
          <Fact term={t("detail.owner")}>{view.ownerName}</Fact>
          <Fact term={t("detail.created")}>
            <RelativeTime at={view.createdAt} show="local" />
          </Fact>
          <Fact term={view.state === "expired" ? t("detail.expired") : t("detail.expires")}>
            {view.expiresAt ? <RelativeTime at={view.expiresAt} show="local" /> : t("never")}
          </Fact>
        </dl>
      </Card>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
