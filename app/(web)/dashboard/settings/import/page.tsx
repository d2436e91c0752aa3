import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { ImportForm } from "@/app/(web)/dashboard/settings/import/import-form";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import { type ImportKind, importKinds } from "@/server/modules/imports/layouts";
import { maximumImportRows } from "@/server/modules/imports/schema";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("import");
  return { title: `${t("title")} – ${t("settings")}` };
}

type Query = { what?: string | string[] };

/** Imports people and leave from a spreadsheet: pasted or from a file, checked before anything is written. */
export default async function ImportPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ what }, t] = await Promise.all([searchParams, getTranslations("import")]);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("lead")}
      />
      <OnlyAdministrators what={t("refused")}>
        <Form first={importKinds.find((kind) => kind === what) ?? "people"} />
      </OnlyAdministrators>
    </>
  );
}

async function Form({ first }: { first: ImportKind }) {
  const types = await load(caller().peopleImport.yearlyTypes());
  if (types.error) return <LoadError error={types.error} />;
  return <ImportForm first={first} most={maximumImportRows} yearlyTypes={types.data} />;
}
