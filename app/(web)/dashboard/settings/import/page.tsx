import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { paths } from "@/app/(web)/dashboard/paths";
import { importKinds } from "@/app/(web)/dashboard/settings/import/fields";
import { ImportForm } from "@/app/(web)/dashboard/settings/import/import-form";
import { maximumImportRows } from "@/server/modules/imports/schema";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("import");
  return { title: `${t("title")} – ${t("settings")}` };
}

type Query = { what?: string | string[] };

/** People and leave out of a spreadsheet: pasted or from a file, checked before anything is written. */
export default async function ImportPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ actor }, { what }, t] = await Promise.all([
    requireActor(),
    searchParams,
    getTranslations("import"),
  ]);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("lead")}
      />
      {actor.role === "ADMIN" ? (
        <ImportForm first={importKinds.find((kind) => kind === what) ?? "people"} most={maximumImportRows} />
      ) : (
        <Refused />
      )}
    </>
  );
}

async function Refused() {
  const [t, terms] = await Promise.all([getTranslations("import"), load(caller().apiKeys.terms())]);
  return <NotAllowed what={t("refused")} administrators={terms.data?.administrators ?? []} />;
}
