import { Cake, CalendarDays, CalendarRange } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { TextLink } from "@/app/_kit/ui/text-link";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { paths } from "@/app/paths";

const kinds = [
  { kind: "daily", Icon: CalendarDays },
  { kind: "weekly", Icon: CalendarRange },
  { kind: "birthday", Icon: Cake },
] as const;

/** The empty state: the three kinds of notification, each a link to the form. */
export function NoNotifications() {
  const t = useTranslations("notifications.empty");
  return (
    <EmptyState title={t("title")} actions={<ReferenceLink page="create-notification" />} example={<Cards />}>
      {t("text")}
    </EmptyState>
  );
}

function Cards() {
  const t = useTranslations("notifications.empty");
  return (
    <ul className="grid gap-3 md:grid-cols-3">
      {kinds.map(({ kind, Icon }) => (
        <li
          key={kind}
          className="relative flex min-w-0 flex-col gap-1.5 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-control"
        >
          <Icon aria-hidden className="size-5 text-accent-text" />
          <h3 className="font-semibold">
            {/* The whole card is clickable. */}
            <TextLink
              quiet
              href={`${paths.newNotification}?kind=${kind}`}
              className="after:absolute after:inset-0 after:rounded-lg"
            >
              {t(`${kind}.title`)}
            </TextLink>
          </h3>
          <p className="text-muted">{t(`${kind}.text`)}</p>
          <p className="mt-auto rounded-md bg-sunken px-2.5 py-2 text-xs">{t(`${kind}.example`)}</p>
        </li>
      ))}
    </ul>
  );
}
