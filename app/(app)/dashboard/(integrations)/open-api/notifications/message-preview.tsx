"use client";

import { useLocale, useTranslations } from "next-intl";
import type { PreviewView } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";

type Message = PreviewView["message"];
type Day = Message["days"][number];

/** A preview of the message; each channel renders it in its own style. In the message's language, not the user's. */
export function MessagePreview({ message }: { message: Message }) {
  const t = useTranslations("notifications.preview");
  const { locale, subject, title, intro, days, footer } = message;
  return (
    <article
      aria-label={t("message")}
      className="min-w-0 overflow-hidden rounded-md border border-line bg-canvas wrap-anywhere"
    >
      <p className="border-line border-b bg-sunken px-3.5 py-2 text-xs">
        <span className="text-muted">{t("subject")}</span>{" "}
        <span lang={locale} className="font-medium">
          {subject}
        </span>
      </p>
      {/* Long messages scroll in their box, which the keyboard must reach. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls */}
      <div
        role="group"
        aria-label={t("text")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        lang={locale}
        className="-outline-offset-2 flex max-h-[28rem] flex-col gap-2 overflow-y-auto px-3.5 py-3"
      >
        <h3 className="font-semibold text-base">{title}</h3>
        <p>{intro}</p>
        {days.map((day, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the days of a message are an ordered list without ids
          <MessageDay key={index} day={day} />
        ))}
        <p className="mt-1 border-line border-t pt-2 text-muted text-xs">{footer}</p>
      </div>
    </article>
  );
}

function MessageDay({ day: { heading, notes, groups, empty, moreCount } }: { day: Day }) {
  const t = useTranslations("notifications.preview");
  const language = useLocale();
  return (
    <div className="flex flex-col gap-1">
      {heading === null ? null : <h4 className="mt-2 font-semibold">{heading}</h4>}
      {notes.map((note) => (
        <p key={note} className="text-warning-text">
          {note}
        </p>
      ))}
      {empty === null ? null : <p className="text-muted">{empty}</p>}
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <div key={index} className="flex flex-col gap-0.5">
          {group.heading === null ? null : (
            <p className="mt-1 font-medium text-muted">
              <bdi>{group.heading}</bdi>
            </p>
          )}
          <ul>
            {group.lines.map((line, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name and absence
              <li key={position}>
                <bdi className="font-semibold">{line.name}</bdi>
                {line.text === "" ? null : (
                  <>
                    {" – "}
                    <bdi>{line.text}</bdi>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {moreCount > 0 ? (
        <p lang={language} className="text-muted">
          {t("more", { count: moreCount })}
        </p>
      ) : null}
    </div>
  );
}
