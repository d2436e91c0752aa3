"use client";

import { useTranslations } from "next-intl";
import { useShowNew } from "@/app/_kit/list/use-show-new";
import { buttonStyles } from "@/app/_kit/ui/button-styles";

type Words = ReturnType<typeof useTranslations<"feeds">>;

/** Opens the dialog with a feed's address, which is shown only once, and instructions for adding it to a calendar. */
export function useShowAddress(): (url: string) => void {
  const t = useTranslations("feeds");
  const show = useShowNew(t);
  return (url) =>
    show({ secret: url, example: (onTaken) => <AddToCalendar t={t} url={url} onOpen={onTaken} /> });
}

const programs = ["google", "outlook", "apple"] as const;

/** The dialog renders above the page, outside its translations. */
function AddToCalendar({ t, url, onOpen }: { t: Words; url: string; onOpen: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <a href={url.replace(/^https?:/, "webcal:")} onClick={onOpen} className={buttonStyles()}>
        {t("add.open")}
      </a>
      <div>
        <p className="font-medium">{t("add.or")}</p>
        <dl className="mt-1 grid gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)]">
          {programs.map((program) => (
            <div key={program} className="contents">
              <dt className="text-muted max-sm:mt-1">{t(`add.${program}`)}</dt>
              <dd>{t(`add.${program}Steps`)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-muted text-xs">{t("add.delay")}</p>
      </div>
    </div>
  );
}
