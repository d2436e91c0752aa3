import { useFormatter, useTranslations } from "next-intl";
import type { AppName } from "@/app/(account)/_oauth/app-name";

/** The warning about look-alike letters in a name; renders nothing for most names. */
export function LookAlikeWords({ name: { lookAlikes, isMixed } }: { name: AppName }) {
  const t = useTranslations("consent");
  const format = useFormatter();
  if (lookAlikes.length === 0) return null;
  const scripts = format.list(
    lookAlikes.map((script) => t(`app.scripts.${script}`)),
    "all",
  );
  return (
    <p className="mt-1 text-warning-text">
      {isMixed ? t("app.partLookAlike", { scripts }) : t("app.lookAlike", { scripts })}
    </p>
  );
}
