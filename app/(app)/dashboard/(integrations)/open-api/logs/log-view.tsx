import { useFormatter, useTranslations } from "next-intl";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { caller } from "@/app/_trpc/server";
import { endpointFacts } from "@/app/(app)/dashboard/(integrations)/open-api/endpoint-facts";
import { curlExample } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { FilterBar } from "@/app/(app)/dashboard/(integrations)/open-api/logs/filter-bar";
import {
  isNarrowed,
  type LogParams,
  logQuery,
  logQueryOf,
} from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-filter";
import { LogHistogram } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-histogram";
import { LogTable } from "@/app/(app)/dashboard/(integrations)/open-api/logs/log-table";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { paths } from "@/app/paths";
import { hookEndpoints } from "@/server/api/hook-endpoints";
import { tools } from "@/server/api/mcp/tools";
import { catalogue } from "@/server/kernel/errors";
import { services } from "@/server/kernel/process";

/** The empty state before the first call: what will appear here, and how to make a call. */
function NoRequests({ ofKey }: { ofKey: boolean }) {
  const t = useTranslations("logs.never");
  return (
    <EmptyState
      title={ofKey ? t("titleOfKey") : t("title")}
      actions={
        <>
          {ofKey ? null : (
            <LinkButton href={paths.newKey} variant="primary">
              {t("create")}
            </LinkButton>
          )}
          <ReferenceLink page="introduction" />
        </>
      }
      example={
        <CodeBlock
          label={t("firstCall")}
          code={curlExample(services().settings.baseUrl, "/v2/leave-types", "$TIMEAWAY_API_KEY")}
        />
      }
    >
      {t("text")}
    </EmptyState>
  );
}

/** Codes of the OAuth endpoints and the MCP server. */
const oauthCodes = [
  "forbidden",
  "insufficient_scope",
  "invalid_client",
  "invalid_grant",
  "invalid_request",
  "invalid_token",
  "unsupported_grant_type",
  "too_many_requests",
  "server_error",
  "unauthorized",
];
const codes = [...Object.keys(catalogue).sort(), ...oauthCodes];
const endpoints = [
  ...new Set([...endpointFacts, ...hookEndpoints].map(({ path }) => path).concat("/oauth/token")),
].sort();
const calls = [...endpoints, ...tools.map(({ name }) => name).sort()];

type Props = {
  params: LogParams;
  /** The path that has the filters. */
  path: string;
  /** Only this key's requests: the tab on the key's page. */
  keyId?: string;
};

/** Filters, histogram and table: the page "Logs", and the tab of a key. */
export async function LogView({ params, path, keyId }: Props) {
  const now = services().clock();
  const query = logQuery(keyId ? { ...params, key: keyId } : params, now);
  const [page, histogram, chosen] = await Promise.all([
    load(caller().requestLog.list(query)),
    load(caller().requestLog.histogram({ ...query, to: query.to ?? now })),
    query.key && !keyId ? load(caller().requestLog.caller({ caller: query.key })) : null,
  ]);
  const isEmpty = page.data?.items.length === 0;
  const narrowed = isNarrowed(keyId ? { ...params, key: null } : params);
  const never = isEmpty && !narrowed && (await isNeverUsed(keyId));
  if (never) return <NoRequests ofKey={keyId !== undefined} />;
  return (
    <AreaMessages areas={["logs"]}>
      <div className="flex flex-col gap-4">
        <FilterBar
          caller={query.key ? { id: query.key, name: chosen?.data?.name ?? null } : null}
          codes={codes}
          endpoints={calls}
          hideKey={keyId !== undefined}
        />
        {page.error ? <LoadError error={page.error} /> : null}
        {histogram.error && !page.error ? <LoadError error={histogram.error} /> : null}
        {histogram.data && !isEmpty ? <LogHistogram {...histogram.data} /> : null}
        {isEmpty ? <NothingMatches params={params} path={path} narrowed={narrowed} /> : null}
        {page.data && !isEmpty ? (
          <LogTable
            // Another filter, or a newer first page, starts a new table.
            key={`${JSON.stringify(params)} ${page.data.items[0]?.requestId}`}
            initial={page.data}
            query={query}
            baseUrl={services().settings.baseUrl}
            hideKey={keyId !== undefined}
          />
        ) : null}
      </div>
    </AreaMessages>
  );
}

async function isNeverUsed(key: string | undefined): Promise<boolean> {
  const { data } = await load(caller().requestLog.list({ limit: 1, ...(key && { key }) }));
  return data?.items.length === 0;
}

type NothingProps = { params: LogParams; path: string; narrowed: boolean };

function NothingMatches({ params, path, narrowed }: NothingProps) {
  const t = useTranslations("logs.empty");
  const format = useFormatter();
  const { range } = params;
  const widerHref = logQueryOf(path, { ...params, range: "30d", from: null, to: null });
  if (!narrowed)
    return (
      <EmptyState title={t(`none.${range}`)} actions={<LinkButton href={widerHref}>{t("widen")}</LinkButton>}>
        {t("kept")}
      </EmptyState>
    );
  const by = [
    params.q && t("quoted", { text: params.q }),
    params.method,
    params.status,
    params.code,
    params.endpoint,
    params.key && t("aKey"),
  ].filter((part): part is string => Boolean(part));
  return (
    <EmptyState
      title={t("noMatch")}
      actions={range === "30d" ? undefined : <LinkButton href={widerHref}>{t("searchWider")}</LinkButton>}
    >
      {t(`filteredBy.${range}`, { by: format.list(by, "all") })}
    </EmptyState>
  );
}
