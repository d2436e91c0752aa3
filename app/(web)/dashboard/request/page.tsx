import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/app/_ui/page-header";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { NoTypes } from "@/app/(web)/dashboard/request/no-types";
import { type RequestAddress, readRequest } from "@/app/(web)/dashboard/request/read-request";
import { RequestForm } from "@/app/(web)/dashboard/request/request-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("leaves");
  return { title: t("request") };
}

/** For direct visits; a link within the app opens the same form in a sheet. */
export default async function RequestPage({ searchParams }: { searchParams: RequestAddress }) {
  const [t, { error, form, administrators = [] }] = await Promise.all([
    getTranslations("leaves"),
    readRequest(searchParams),
  ]);
  return (
    <>
      <PageHeader
        title={t("request")}
        breadcrumb={[{ label: t("title"), href: paths.leaves }]}
        description={t("form.lead")}
      />
      {error ? <LoadError error={error} /> : null}
      {form ? <RequestForm {...form} /> : null}
      {form === null ? <NoTypes administrators={administrators} /> : null}
    </>
  );
}
