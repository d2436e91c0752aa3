import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AppName } from "@/app/(account)/_oauth/app-name";
import { LookAlikeWords } from "@/app/(account)/_oauth/look-alike-words";

/** What the heading omits from a name, or what could deceive in it. */
export function NameFacts({ name }: { name: AppName }) {
  const t = useTranslations("consent");
  return (
    <>
      {name.isCut ? (
        <details className="group">
          <summary className="flex min-h-6 list-none items-center gap-1 rounded-sm text-muted [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
            {t("fullName")}
          </summary>
          <p className="mt-1 ms-5 wrap-anywhere">
            <bdi>{name.full}</bdi>
          </p>
        </details>
      ) : null}
      <LookAlikeWords name={name} />
    </>
  );
}
