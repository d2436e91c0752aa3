import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { CopyOnceProvider } from "@/app/_kit/ui/copy-once";
import { caller } from "@/app/_trpc/server";
import { Frame } from "@/app/(account)/_signin/frame";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { goOn } from "@/app/(account)/login/add-factor/actions";
import { signInAgain } from "@/app/(account)/login/sign-in-again";
import { signOut } from "@/app/(app)/dashboard/_shell/sign-out";
import { AddFactor } from "@/app/(app)/dashboard/(settings)/settings/(profile)/add-factor";
import { AddPasskey } from "@/app/(app)/dashboard/(settings)/settings/(profile)/add-passkey";
import { services } from "@/server/kernel/process";
import { destinationOf } from "@/server/signin/return-path";
import { currentSession } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.addFactor");
  return { title: t("title") };
}

type Query = Record<string, string | string[] | undefined>;

/** For someone whose workspace asks for a second factor, and who has none: what they can do in their session (decision 2.18). */
export default async function AddFactorPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, found, t] = await Promise.all([
    searchParams,
    currentSession(),
    getTranslations("login.addFactor"),
  ]);
  const next = destinationOf(query, services().settings.appUrl);
  if (!found) redirect(`/login?${new URLSearchParams({ next })}`);
  // It is not left by itself: the recovery codes are shown above it.
  const { mustAddFactor, user, workspace } = found;
  const { needed } = await caller().secondFactors.list();
  const hidden = <input type="hidden" name="next" value={next} />;
  return (
    <AreaMessages areas={["settings", "proof", "faults"]}>
      <CopyOnceProvider>
        <Frame
          title={t("title")}
          description={
            mustAddFactor
              ? t.rich("lead", {
                  email: () => <strong className="font-semibold text-fg wrap-anywhere">{user.email}</strong>,
                  workspace: workspace.name,
                })
              : t("ready")
          }
        >
          {mustAddFactor && needed ? (
            <form action={signInAgain} className="flex flex-col gap-4">
              {hidden}
              <p className="text-muted">{t("again")}</p>
              <SubmitButton intent="again" variant="primary">
                {t("signInAgain")}
              </SubmitButton>
            </form>
          ) : null}
          {mustAddFactor && !needed ? (
            <div className="flex flex-col gap-2">
              <AddPasskey />
              <AddFactor />
              <p className="hidden text-muted noscript:block">{t("needsScript")}</p>
            </div>
          ) : null}
          {mustAddFactor ? (
            <form action={signOut}>
              <SubmitButton intent="out">{t("signOut")}</SubmitButton>
            </form>
          ) : (
            <form action={goOn}>
              {hidden}
              <SubmitButton intent="on" variant="primary">
                {t("goOn")}
              </SubmitButton>
            </form>
          )}
        </Frame>
      </CopyOnceProvider>
    </AreaMessages>
  );
}
