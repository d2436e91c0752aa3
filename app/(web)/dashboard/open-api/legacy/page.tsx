import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { Note } from "@/app/_ui/note";
import { PageHeader } from "@/app/_ui/page-header";
import { TextLink } from "@/app/_ui/text-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { NotAllowed } from "@/app/(web)/dashboard/not-allowed";
import { LegacyKeysTable } from "@/app/(web)/dashboard/open-api/legacy/legacy-keys-table";
import { paths } from "@/app/(web)/dashboard/paths";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("legacy");
  return { title: t("section") };
}

export default async function LegacyKeysPage() {
  const [t, keys, terms] = await Promise.all([
    getTranslations("legacy"),
    load(caller().legacyKeys.list()),
    load(caller().apiKeys.terms()),
  ]);
  return (
    <>
      <PageHeader title={t("title")} breadcrumb={[{ label: "Open API", href: paths.openApi }]} />
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
