"use server";

import { redirect } from "next/navigation";
import { formText } from "@/app/(account)/_signin/form-text";
import { services } from "@/server/kernel/process";
import { enterSession, forgetChoice, keptChoice, thisBrowser } from "@/server/signin/browser-session";
import { choicePath, chooseWorkspace } from "@/server/signin/workspace-choice";

/** Signs in to the chosen workspace. A choice that no longer exists leads back to its page, which then says so. */
export async function enterWorkspace(form: FormData): Promise<void> {
  const choice = await keptChoice();
  const browser = await thisBrowser();
  const entered = choice && (await chooseWorkspace(services(), choice, formText(form, "intent"), browser));
  if (!entered) redirect(choicePath);
  await forgetChoice();
  redirect(await enterSession(entered, entered.returnTo));
}
