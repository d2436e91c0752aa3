"use server";

import { redirect } from "next/navigation";
import { formText } from "@/app/(account)/_signin/form-text";
import { services } from "@/server/kernel/process";
import { enterSession, thisBrowser } from "@/server/signin/browser-session";
import { signInWithLink } from "@/server/signin/sign-in-with-link";

/** Uses up the mailed link. A link that is no longer valid leads back to its page, which then says so. */
export async function enterWithLink(form: FormData): Promise<void> {
  const token = formText(form, "token");
  const entered = await signInWithLink(services(), token, await thisBrowser());
  if (!entered) redirect(`/login/link?${new URLSearchParams({ token })}`);
  redirect(await enterSession(entered, entered.returnTo));
}
