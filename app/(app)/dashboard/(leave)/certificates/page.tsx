import { getTranslations } from "next-intl/server";
import { addressOf, isEmptyList, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { CertificatesTable } from "@/app/(app)/dashboard/(leave)/certificates/certificates-table";
import { readCertificatesQuery } from "@/app/(app)/dashboard/(leave)/list-queries";
import { certificates as certificatesPage } from "@/app/(app)/dashboard/(leave)/pages";
import { Refused } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(certificatesPage);
export default routeOf(certificatesPage, CertificatesPage);

/** The certificates that were asked for, for those who keep the files of the people on leave. */
async function CertificatesPage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  await requireActor();
  const asked = readCertificatesQuery(addressOf(await searchParams));
  const [t, found] = await Promise.all([
    getTranslations("leaves.certificates"),
    load(caller().certificates.page(asked)),
  ]);
  return (
    <>
      <RecordHeader of={certificatesPage} />
      {found.error ? (
        <Refused error={found.error} what={t("refused")} />
      ) : isEmptyList(found.data) ? (
        <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
      ) : (
        <CertificatesTable first={{ asked, found: found.data }} />
      )}
    </>
  );
}
