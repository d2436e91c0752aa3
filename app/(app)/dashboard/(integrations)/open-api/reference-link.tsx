import { useTranslations } from "next-intl";
import { TextLink } from "@/app/_kit/ui/text-link";
import { pagePath } from "@/server/api/reference/links";

/** A link to the reference for an empty page. */
export function ReferenceLink({ page }: { page: string }) {
  const t = useTranslations("common");
  return <TextLink href={pagePath(page)}>{t("readReference")}</TextLink>;
}
