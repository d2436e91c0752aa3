import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { BarePage } from "@/app/_kit/ui/bare-page";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { PageHeader } from "@/app/_kit/ui/page-header";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common.missing");
  return { title: t("title") };
}

export default function NotFound() {
  const t = useTranslations("common.missing");
  return (
    <BarePage>
      <PageHeader title={t("title")} description={t("text")} />
      <LinkButton href="/dashboard" variant="primary">
        {t("home")}
      </LinkButton>
    </BarePage>
  );
}
