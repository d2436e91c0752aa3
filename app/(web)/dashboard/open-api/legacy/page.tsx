import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { Note } from "@/app/_ui/note";
import { TextLink } from "@/app/_ui/text-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { LegacyKeysTable } from "@/app/(web)/dashboard/open-api/legacy/legacy-keys-table";
import { legacyKeys as legacyKeysPage } from "@/app/(web)/dashboard/page-records/integrations";
import { paths } from "@/app/(web)/dashboard/paths";

export const generateMetadata = metadataOf(legacyKeysPage);
export default routeOf(legacyKeysPage, LegacyKeysPage);

async function LegacyKeysPage() {
  const [t, keys, terms] = await Promise.all([
    getTranslations("legacy"),
    load(caller().legacyKeys.list()),
    load(caller().apiKeys.terms()),
  ]);
  return (
    <>
      <RecordHeader of={legacyKeysPage} />
      {keys.error?.code === "FORBIDDEN" ? (
        <NotAllowed what={t("see")} administrators={terms.data?.administrators ?? []} />
      ) : keys.error ? (
        <LoadError error={keys.error} />
      ) : (
        <div className="flex flex-col gap-5">
          <Note title={t("sealed")}>
            {t.rich("sealedText", { link: (words) => <TextLink href={paths.keys}>{words}</TextLink> })}
          </Note>
          {keys.data.length > 0 ? (
            <LegacyKeysTable keys={keys.data} />
          ) : (
            <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
          )}
        </div>
      )}
    </>
  );
}
