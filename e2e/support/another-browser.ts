import type { Browser, Page } from "@playwright/test";
import { LoginPage } from "../pages/login.page";
import type { Person } from "./demo";

/** A page of another browser, in which the person is signed in as well. */
export async function signedInElsewhere(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const login = new LoginPage(page);
  await login.open();
  await login.signIn(person);
  await page.waitForURL("**/dashboard");
  return page;
}
