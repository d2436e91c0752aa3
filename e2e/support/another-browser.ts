import type { Browser, Page } from "@playwright/test";
import type { Person } from "./demo";
import { signIn } from "./sign-in";

/** The first page of another browser where the user is signed in as well. */
export async function signedInElsewhere(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person);
  await page.goto("/dashboard");
  return page;
}
