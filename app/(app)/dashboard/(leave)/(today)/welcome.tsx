import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { paths } from "@/app/paths";

/** For an invited person who comes for the first time: what the page shows, and what to do next. */
export function Welcome({ name }: { name: string }) {
  const t = useTranslations("today.welcome");
  return (
    <Note
      title={t("title", { name })}
      className="mb-5"
      actions={
        <>
          {/* On wider screens the page's header has it. */}
          <LinkButton href={paths.request} variant="primary" className="md:hidden">
            {t("request")}
          </LinkButton>
          <LinkButton href={paths.newCalendarFeed}>{t("calendar")}</LinkButton>
        </>
      }
    >
      {t("text")}
    </Note>
  );
}
