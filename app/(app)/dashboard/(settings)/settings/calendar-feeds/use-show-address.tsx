"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useShowNew } from "@/app/_kit/list/use-show-new";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { QrCode } from "@/app/_kit/ui/qr-code";
import type { AppRouter } from "@/server/api/trpc";

type Words = ReturnType<typeof useTranslations<"feeds">>;
type Created = inferRouterOutputs<AppRouter>["calendarFeeds"]["create"];

/** Opens the dialog with a feed's address, which is shown only once, and instructions for adding it to a calendar. */
export function useShowAddress(): (created: Created) => void {
  const t = useTranslations("feeds");
  const show = useShowNew(t);
  return (created) =>
    show({
      secret: created.url,
      example: (onTaken) => <AddToCalendar t={t} {...created} onOpen={onTaken} />,
    });
}

const phones = ["iphone", "android"] as const;
const programs = ["google", "outlook", "apple"] as const;

/** The dialog renders above the page, outside its translations. */
function AddToCalendar({ t, url, code, onOpen }: { t: Words; onOpen: () => void } & Created) {
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="flex flex-wrap items-start gap-4">
        {/* A phone can't point its camera at its own screen. */}
        <span className="pointer-coarse:hidden">
          <QrCode code={code} label={t("add.code")} />
        </span>
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium">{t("add.phone")}</p>
          <dl className="mt-1 grid gap-y-1">
            {phones.map((phone) => (
              <div key={phone}>
                <dt className="text-muted">{t(`add.${phone}`)}</dt>
                {phone === "iphone" ? (
                  <>
                    <dd className="pointer-coarse:hidden">{t("add.iphoneSteps")}</dd>
                    <dd className="hidden pointer-coarse:block">
                      {t("add.iphoneHere", { button: t("add.open") })}
                    </dd>
                  </>
                ) : (
                  <dd>{t("add.androidSteps")}</dd>
                )}
              </div>
            ))}
          </dl>
        </div>
      </div>
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
