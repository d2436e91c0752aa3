import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Frame } from "@/app/(account)/_signin/frame";
import { ForgotForm } from "@/app/(account)/forgot-password/forgot-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("reset.forgotten") };
}

export default async function ForgotPasswordPage() {
  const t = await getTranslations("login");
  return (
    <Frame title={t("reset.forgotten")} description={t("reset.forgottenLead")}>
      <ForgotForm words={{ email: t("email"), submit: t("reset.mail"), back: t("reset.back") }} />
    </Frame>
  );
}
