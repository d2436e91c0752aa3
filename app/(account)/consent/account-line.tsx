import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { answerPath } from "@/app/(account)/consent/paths";
import type { SignedIn } from "@/server/access/signed-in";

const initials = (name: string): string =>
  name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? "")
    .join("")
    .toUpperCase();

/** The account whose data the app asks for, and the link to another account. */
export function AccountLine({ session, user: { user, workspace } }: { session: string; user: SignedIn }) {
  const t = useTranslations("consent");
  return (
    <div className="flex items-start gap-3 border-line border-b pb-4">
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-full border border-accent-line bg-accent-soft text-accent-text text-xs"
      >
        {initials(user.name)}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="text-muted">{t("signedInAs")}</span>{" "}
          <strong className="font-semibold">{user.name}</strong>
          <span className="block text-muted text-xs">
            {t("address", { email: user.email, workspace: workspace.name })}
          </span>
        </p>
        <form method="post" action={answerPath} className="mt-2">
          <input type="hidden" name="session" value={session} />
          <Button type="submit" size="sm" name="intent" value="switch">
            {t("switch")}
          </Button>
        </form>
      </div>
    </div>
  );
}
