"use server";

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { formText } from "@/app/(account)/_signin/form-text";
import { services } from "@/server/kernel/process";
import { returnPath } from "@/server/signin/return-path";
import { startProviderSignIn } from "@/server/signin/start-provider-sign-in";

/** Sends the browser to the chosen provider. */
export async function signInWithProvider(form: FormData): Promise<void> {
  const next = returnPath(formText(form, "next"));
  const started = await startProviderSignIn(services(), formText(form, "intent"), next, await headers());
  if (!started) redirect("/login");
  const jar = await cookies();
  for (const { name, value, ...attributes } of started.cookies) jar.set(name, value, attributes);
  redirect(started.location);
}
