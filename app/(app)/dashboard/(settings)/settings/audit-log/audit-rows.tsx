"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useLocale, useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { usePagedRows } from "@/app/_kit/list/resource-list";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  type AuditQuery,
  auditAddress,
  readAuditQuery,
} from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-query";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { csvStyleOf } from "@/server/kernel/text/csv";

type AuditPage = inferRouterOutputs<AppRouter>["audit"]["list"];
type Rows = ReturnType<typeof usePagedRows<AuditQuery, AuditPage>>;

const AuditRowsContext = createContext<Rows | null>(null);

/** The rows of the log, which the list shows and the link in the page's header exports. */
export function useAuditRows(): Rows {
  const rows = useContext(AuditRowsContext);
  if (!rows) throw new Error("useAuditRows needs AuditRows around it");
  return rows;
}

type Props = { first: { asked: AuditQuery; found: AuditPage }; children: ReactNode };

/** Around the page. */
export function AuditRows({ first, children }: Props) {
  const { audit } = useTRPCClient();
  const rows = usePagedRows<AuditQuery, AuditPage>({
    read: readAuditQuery,
    first,
    ask: (query) => audit.list.query(query),
  });
  return <AuditRowsContext value={rows}>{children}</AuditRowsContext>;
}

/** Saves the rows that the filters match. Not the router's link: the browser saves the response as a file. */
export function ExportLink() {
  const t = useTranslations("audit");
  const locale = useLocale();
  const { asked, items } = useAuditRows();
  if (items.length === 0) return null;
  const separator = csvStyleOf(locale).separator === ";" ? "semicolon" : undefined;
  return (
    <a href={auditAddress(paths.auditLogExport, { separator, ...asked })} className={buttonStyles()}>
      {t("export")}
    </a>
  );
}
