import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { auditLog as auditLogPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { paths } from "@/app/paths";
import { csvStyleOf } from "@/server/kernel/text/csv";
import { AuditFilter } from "@/server/modules/workspace/audit/schema";
import { requireActor } from "@/server/signin/session";
import { type AuditParams, type AuditQuery, auditQueryOf, isNarrowed, loadAuditParams } from "./audit-filter";
import { AuditFilterBar } from "./audit-filter-bar";
import { AuditTable } from "./audit-table";

/** Reads the filter from the URL. Invalid parameters are dropped, not refused. */
function auditQuery(params: AuditParams): AuditQuery {
  const fields: Record<string, { safeParse(value: unknown): { success: boolean } }> = AuditFilter.shape;
  return Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) => value !== null && fields[name]?.safeParse(value).success === true,
    ),
  );
}

export const generateMetadata = metadataOf(auditLogPage);
export default routeOf(auditLogPage, AuditLogPage);

async function AuditLogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireActor();
  const [params, t] = await Promise.all([loadAuditParams(searchParams), getTranslations("audit")]);
  const query = auditQuery(params);
  const [page, locations] = await Promise.all([
    load(caller().audit.list(query)),
    load(caller().directory.locations.list()),
  ]);
  const isEmpty = page.data?.items.length === 0;
  return (
    <>
      <RecordHeader
        of={auditLogPage}
        actions={page.data && !isEmpty ? <ExportLink query={query} /> : undefined}
      />
      {page.error?.code === "FORBIDDEN" ? (
        <Refused what={t("read")} error={page.error} />
      ) : isEmpty && !isNarrowed(query) ? (
        <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <Filters query={query} />
          {page.error ? <LoadError error={page.error} /> : null}
          {isEmpty ? <EmptyState title={t("noMatch")}>{t("noMatchText")}</EmptyState> : null}
          {page.data && !isEmpty ? (
            // Another filter, or a newer first page, starts a new table.
            <AuditTable
              key={`${JSON.stringify(query)} ${page.data.items[0]?.id}`}
              initial={page.data}
              query={query}
              locations={locations.data ?? []}
            />
          ) : null}
        </div>
      )}
    </>
  );
}

/** Fails alone: without choices the dates can still be set, and the filters in the URL stay. */
async function Filters({ query: { actor, key } }: { query: AuditQuery }) {
  const { data } = await load(caller().audit.choices({ actor, key }));
  return <AuditFilterBar {...(data ?? { actions: [], actorName: null, keyName: null })} />;
}

/** Not the router's link: the browser saves the response as a file. */
function ExportLink({ query }: { query: AuditQuery }) {
  const t = useTranslations("audit");
  const { separator } = csvStyleOf(useLocale());
  const file = separator === ";" ? `${paths.auditLogExport}?separator=semicolon` : paths.auditLogExport;
  return (
    <a href={auditQueryOf(file, query)} className={buttonStyles()}>
      {t("export")}
    </a>
  );
}
