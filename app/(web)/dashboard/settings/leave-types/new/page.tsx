import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/app/_ui/page-header";
import { paths } from "@/app/(web)/dashboard/paths";
import { NewType } from "@/app/(web)/dashboard/settings/leave-types/new/new-type";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("policies");
  return { title: `${t("create")} – ${t("settings")}` };
}

export default async function NewLeaveTypePage() {
  const t = await getTranslations("policies");
  return (
    <>
      <PageHeader
        title={t("create")}
        breadcrumb={[
          { label: t("settings"), href: paths.settings },
          { label: t("title"), href: paths.leaveTypes },
        ]}
      />
      <OnlyAdministrators what={t("refused")}>
        <NewType />
      </OnlyAdministrators>
    </>
  );
}
