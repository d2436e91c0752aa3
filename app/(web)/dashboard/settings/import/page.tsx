import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { importing as importingPage } from "@/app/(web)/dashboard/page-records/settings";
import { ImportForm } from "@/app/(web)/dashboard/settings/import/import-form";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import { type ImportKind, importKinds } from "@/server/modules/imports/layouts";
import { maximumImportRows } from "@/server/modules/imports/schema";

type Query = { what?: string | string[] };

export const generateMetadata = metadataOf(importingPage);
export default routeOf(importingPage, ImportPage);

/** Imports people and leave from a spreadsheet: pasted or from a file, checked before anything is written. */
async function ImportPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ what }, t] = await Promise.all([searchParams, getTranslations("import")]);
  return (
    <>
      <RecordHeader of={importingPage} />
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
