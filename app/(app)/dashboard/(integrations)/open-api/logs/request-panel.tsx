"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SidePanel } from "@/app/_kit/list/side-panel";
import { useTRPC } from "@/app/_trpc/queries";
import { RequestDetails } from "@/app/(app)/dashboard/(integrations)/open-api/logs/request-details";
import { paths } from "@/app/paths";

type Props = { requestId: string; baseUrl: string; onClose: () => void };

/** The open entry beside the table. */
export function RequestPanel({ requestId, baseUrl, onClose }: Props) {
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
