import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ReferenceArticle } from "@/app/(app)/dashboard/(integrations)/open-api/reference/reference-page";
import { paths } from "@/app/paths";
import { frontSlug } from "@/server/api/reference/links";
import { findPage } from "@/server/api/reference/pages";
import { services } from "@/server/kernel/process";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ operation: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = findPage(services().settings, (await params).operation);
  const t = await getTranslations("reference");
  return { title: page ? t("pageTitle", { title: page.title }) : t("title") };
}

export default async function ReferencePage({ params }: Props) {
  await requireActor();
  const { operation } = await params;
  if (operation === frontSlug) redirect(paths.reference);
  const page = findPage(services().settings, operation);
  if (!page) notFound();
  return <ReferenceArticle page={page} />;
}
