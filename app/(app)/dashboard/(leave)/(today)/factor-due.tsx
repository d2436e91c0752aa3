import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { paths } from "@/app/paths";
import { day } from "@/server/kernel/time/clock";

/** The days until then, the current one included. */
const daysUntil = (at: Date, now: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / day));

/** How long the user may still go without a second factor that their workspace asks for. */
export async function FactorDue({ at }: { at: Date }) {
  const t = await getTranslations("today.factor");
  return (
    <Note
      tone="warning"
      title={t("title")}
      className="mb-5"
      actions={<LinkButton href={paths.settings}>{t("open")}</LinkButton>}
    >
      {t("text", { days: daysUntil(at, new Date()) })}
    </Note>
  );
}
