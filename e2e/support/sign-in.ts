import type { Page } from "@playwright/test";
import { TIME_ZONE_COOKIE } from "@/app/_i18n/cookies";
import { signInForm } from "@/server/bench/page-visitor";
import type { Person } from "./demo";
import { testedServer } from "./tested-server";

/**
 * Signs a user in as a browser without JavaScript does, behind the page, which stays where it is.
 * @param timeZone the zone that the sign-in page would have stored with JavaScript; without it the first page is refreshed
 */
export async function signIn(page: Page, person: Person, timeZone?: string): Promise<void> {
  const { url } = testedServer();
  const request = page.request;
  const form = await request.get(`${url}/login`);
  const answer = await request.post(`${url}/login`, {
    multipart: signInForm(await form.text(), person),
    headers: { origin: url },
    maxRedirects: 0,
  });
  if (answer.status() !== 303) throw new Error(`Signing in was answered with ${answer.status()}.`);
  if (timeZone) await keepTimeZone(page, timeZone);
}

/** Stores the zone as a browser's first page does. Without it that page is refreshed a moment later. */
export async function keepTimeZone(page: Page, timeZone: string): Promise<void> {
  const { url } = testedServer();
  await page.context().addCookies([{ name: TIME_ZONE_COOKIE, value: encodeURIComponent(timeZone), url }]);
}
