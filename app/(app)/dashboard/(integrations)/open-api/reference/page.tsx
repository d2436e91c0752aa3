import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReferenceArticle } from "@/app/(app)/dashboard/(integrations)/open-api/reference/reference-page";
import { frontSlug } from "@/server/api/reference/links";
import { findPage } from "@/server/api/reference/pages";
import { services } from "@/server/kernel/process";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("reference");
  return { title: t("title") };
}

export default async function ReferenceFront() {
  await requireActor();
  const page = findPage(services().settings, frontSlug);
  return page && <ReferenceArticle page={page} />;
}
