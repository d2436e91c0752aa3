import { getTranslations } from "next-intl/server";
import { isEmptyList } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { NotAllowed } from "@/app/_kit/page/not-allowed";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { Note } from "@/app/_kit/ui/note";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { LegacyKeysTable } from "@/app/(app)/dashboard/(integrations)/open-api/legacy/legacy-keys-table";
import { legacyKeys as legacyKeysPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";

export const generateMetadata = metadataOf(legacyKeysPage);
export default routeOf(legacyKeysPage, LegacyKeysPage);

async function LegacyKeysPage() {
  const [t, keys, terms] = await Promise.all([
    getTranslations("legacy"),
    load(caller().legacyKeys.page({})),
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
          {isEmptyList(keys.data) ? (
            <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
          ) : (
            <LegacyKeysTable first={{ asked: {}, found: keys.data }} />
          )}
        </div>
      )}
    </>
  );
}
