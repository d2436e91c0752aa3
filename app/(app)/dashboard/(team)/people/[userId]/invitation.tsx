import { useTranslations } from "next-intl";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { SendInvitation } from "@/app/(app)/dashboard/(team)/people/[userId]/send-invitation";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";

type Props = { person: PersonDetails; invitation: NonNullable<PersonDetails["invitation"]> };

/** The person has not signed in yet: shows the invitation and its actions. */
export function Invitation({ person: { id, name, may }, invitation: { sentAt } }: Props) {
  const t = useTranslations("people.invitation");
  return (
    <Note label={t("title")}>
      <p>{sentAt ? t.rich("sent", { at: () => <RelativeTime at={sentAt} /> }) : t("none", { name })}</p>
      <div className="mt-2.5">
        {may.changeSignIn ? (
          <SendInvitation id={id} label={t(sentAt ? "again" : "send")} />
        ) : (
          <p>{t("reachesFurther")}</p>
        )}
      </div>
    </Note>
  );
}
