import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { paths } from "@/app/(web)/dashboard/paths";
import { NewDepartment } from "@/app/(web)/dashboard/settings/departments/new/new-department";
import { Refused } from "@/app/(web)/dashboard/settings/refused";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("places");
  return { title: `${t("departments.create")} – ${t("settings")}` };
}

export default async function NewDepartmentPage() {
  const [{ workspace }, t, found] = await Promise.all([
    requireActor(),
    getTranslations("places"),
    load(caller().directory.departments.overview()),
  ]);
  return (
    <>
      <PageHeader
        title={t("departments.create")}
        breadcrumb={[
          { label: t("settings"), href: paths.settings },
          { label: t("departments.title"), href: paths.departments },
        ]}
      />
      {found.error ? (
        <Refused error={found.error} what={t("departments.refused")} />
      ) : (
        <NewDepartment departments={found.data} hasLevel2={workspace.plan === "COMPLETE"} />
      )}
    </>
  );
}
