"use server";

import { redirect } from "next/navigation";
import { formText } from "@/app/(account)/_signin/form-text";
import { leaveSession } from "@/server/signin/browser-session";
import { returnPath } from "@/server/signin/return-path";

const nextOf = (form: FormData): string => returnPath(formText(form, "next"));

/** To where the user was on the way. */
export async function goOn(form: FormData): Promise<void> {
  redirect(nextOf(form));
}

/** Signs this browser out, and leads back here by the sign-in page: only a new sign-in may add a second factor. */
export async function signInAgain(form: FormData): Promise<void> {
  await leaveSession();
  redirect(`/login?${new URLSearchParams({ next: nextOf(form) })}`);
}
