import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { LoadError } from "@/app/_kit/page/load-error";
import {
  NoTypes,
  type RequestAddress,
  readRequest,
} from "@/app/(app)/dashboard/(leave)/request/read-request";
import { RequestSheet } from "@/app/(app)/dashboard/(leave)/request/request-sheet";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("leaves");
  return { title: t("request") };
}

/** "Request leave" in a sheet over the page that linked to it. */
export default async function RequestSheetPage({ searchParams }: { searchParams: RequestAddress }) {
  const { error, form, administrators = [] } = await readRequest(searchParams);
  return (
    <AreaMessages areas={["leaves"]}>
      <RequestSheet form={form ?? null}>
        {error ? <LoadError error={error} /> : null}
        {form === null ? <NoTypes administrators={administrators} /> : null}
      </RequestSheet>
    </AreaMessages>
  );
}
