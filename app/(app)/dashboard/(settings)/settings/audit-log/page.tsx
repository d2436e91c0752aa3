import { getTranslations } from "next-intl/server";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { auditLog as auditLogPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";
import { readAuditQuery } from "./audit-query";
import { AuditRows, ExportLink } from "./audit-rows";
import { AuditTable } from "./audit-table";

export const generateMetadata = metadataOf(auditLogPage);
export default routeOf(auditLogPage, AuditLogPage);

/** What the filters offer fails alone: without it the dates can still be set, and the filters in the address stay. */
const noChoices = { actions: [], actorName: null, keyName: null };

async function AuditLogPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  await requireActor();
  const asked = readAuditQuery(addressOf(await searchParams));
  const { actor, key } = asked;
  const [t, page, choices] = await Promise.all([
    getTranslations("audit"),
    load(caller().audit.list(asked)),
    load(caller().audit.choices({ actor, key })),
  ]);
  if (page.error)
    return (
      <>
        <RecordHeader of={auditLogPage} />
        {page.error.code === "FORBIDDEN" ? (
          <Refused what={t("read")} error={page.error} />
        ) : (
          <LoadError error={page.error} />
        )}
      </>
    );
  return (
    <AuditRows first={{ asked, found: page.data }}>
      <RecordHeader of={auditLogPage} actions={<ExportLink />} />
      {isEmptyList(page.data) ? (
        <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
      ) : (
        <AuditTable {...(choices.data ?? noChoices)} />
      )}
    </AuditRows>
  );
}
