import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Note } from "@/app/_kit/ui/note";
import { browserCookieName, isBrowserCookie } from "@/app/(account)/consent/browser-cookie";
import { ConsentPanel } from "@/app/(account)/consent/consent-panel";
import { deadEndPath } from "@/app/(account)/consent/paths";
import { RefusedPanel } from "@/app/(account)/consent/refused-panel";
import { newRequestId } from "@/server/kernel/ids";
import { services } from "@/server/kernel/process";
import { continueAuthorization } from "@/server/oauth/consent/answer";
import { bindAuthorizationToBrowser } from "@/server/oauth/consent/bind";
import { loadAuthorization } from "@/server/oauth/consent/load";
import { currentActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("consent");
  return { title: t("title") };
}

type Query = { session?: string | string[]; notice?: string | string[] };

/** Reached as /oauth/authorize?session=…; trusts only that id, the browser's cookie and the signed-in user. */
export default async function ConsentPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { session, notice } = await searchParams;
  if (typeof session !== "string") redirect(deadEndPath);
  const browser = await browserOfRequest();
  if (browser !== null) await bindAuthorizationToBrowser(services(), session, browser);
  const user = await currentActor();
  if (user) {
    const arrival = { session, browser, user, requestId: newRequestId() };
    const onward = await continueAuthorization(services(), arrival);
    if (onward) redirect(onward);
  }

  const found = await loadAuthorization(services(), session, { browser, user });
  if (found.state === "returned") redirect(found.location);
  if (found.state === "sign-in") redirect(`/login?${new URLSearchParams({ session })}`);
  if (found.state === "expired" || found.state === "client-gone") redirect(deadEndPath);
  if (found.state !== "ready" || !user)
    return <RefusedPanel session={session} state={found.state === "ready" ? "expired" : found.state} />;
  const t = await getTranslations("consent");
  return (
    <ConsentPanel session={session} user={user} request={found.request}>
      {notice === "changed" ? <Note label={t("beforeYouGoOn")}>{t("changed")}</Note> : null}
    </ConsentPanel>
  );
}

async function browserOfRequest(): Promise<string | null> {
  const value = (await cookies()).get(browserCookieName())?.value;
  return isBrowserCookie(value) ? value : null;
}
