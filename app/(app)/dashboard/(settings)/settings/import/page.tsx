import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { SetupProgress } from "@/app/(app)/dashboard/(leave)/set-up/setup-progress";
import { importing as importingPage } from "@/app/(app)/dashboard/(settings)/pages";
import { ImportForm } from "@/app/(app)/dashboard/(settings)/settings/import/import-form";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { isMailSetUp } from "@/app/(app)/dashboard/(team)/people/is-mail-set-up";
import { type ImportKind, importKinds } from "@/server/modules/workspace/imports/layouts";
import { maximumImportRows } from "@/server/modules/workspace/imports/schema";

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
  const [types, places, setup] = await Promise.all([
    load(caller().peopleImport.yearlyTypes()),
    load(caller().directory.locations.list()),
    load(caller().workspace.setup()),
  ]);
  if (places.error) return <LoadError error={places.error} />;
  if (types.error) return <LoadError error={types.error} />;
  const isSettingUp = Boolean(setup.data);
  return (
    <>
      {setup.data ? <SetupProgress setup={setup.data} /> : null}
      <ImportForm
        first={first}
        most={maximumImportRows}
        yearlyTypes={types.data}
        defaultLocation={places.data.find(({ isDefault }) => isDefault)?.name ?? ""}
        isSettingUp={isSettingUp}
        hasMail={isMailSetUp()}
      />
    </>
  );
}
