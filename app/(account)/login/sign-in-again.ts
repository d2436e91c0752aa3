"use server";

import { redirect } from "next/navigation";
import { formText } from "@/app/(account)/_signin/form-text";
import { leaveSession } from "@/server/signin/browser-session";
import { returnPath } from "@/server/signin/return-path";

/** Signs this browser out, and leads back to the form's `next` by the sign-in page: some acts need a sign-in of the last minutes. */
export async function signInAgain(form: FormData): Promise<void> {
  const next = returnPath(formText(form, "next"));
  await leaveSession();
  redirect(`/login?${new URLSearchParams({ next })}`);
}
