import { useTranslations } from "next-intl";
import { Note } from "@/app/_kit/ui/note";
import type { Prefill } from "@/app/(app)/dashboard/(integrations)/open-api/keys/new/prefill";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";

type Props = { prefill: Prefill; replaced: ApiKeyView | undefined };

/** Explains the origin of the prefilled values, and what could not be filled in. */
export function PrefillNote({ prefill, replaced }: Props) {
  const t = useTranslations("keys");
  if (!replaced && !prefill.byLink) return null;
  return (
    <div className="mb-6 flex flex-col gap-3">
      {replaced ? (
        <Note title={t("prefill.replaces", { name: replaced.name })}>{t("prefill.replacesText")}</Note>
      ) : (
        <Note title={t("prefill.byLink")}>{t("prefill.byLinkText")}</Note>
      )}
      {prefill.refused.length > 0 ? (
        <Note tone="warning" title={t("prefill.refused")}>
          <code className="font-mono text-xs wrap-anywhere">{prefill.refused.join(", ")}</code>
        </Note>
      ) : null}
    </div>
  );
}
