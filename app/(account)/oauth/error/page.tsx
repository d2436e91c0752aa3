import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DeadEnd } from "@/app/(account)/consent/refused-panel";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("consent");
  return { title: t("expired") };
}

/** The end of every request that cannot return to an app. */
export default function OauthErrorPage() {
  return <DeadEnd />;
}
