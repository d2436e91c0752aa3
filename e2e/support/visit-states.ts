import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, expectReadable } from "./expect-accessible";
import { keepPicture } from "./keep-picture";

/** A state of a page, reached as a person would; `known` is what there is in the workspace. */
export interface State<Known> {
  title: string;
  reach(known: Known): Promise<unknown>;
}

type Check = (page: Page, title: string) => Promise<void>;

/** No accessibility fault, in light and in dark colours. */
export const accessible: Check = async (page, title) => {
  await keepPicture(page, `${title} light`);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await keepPicture(page, `${title} dark`);
  await expectReadable(page);
  await page.emulateMedia({ colorScheme: "light" });
};

/** Nothing scrolls sideways on the narrowest screen. */
export const narrow: Check = async (page, title) => {
  await keepPicture(page, `320 ${title}`);
  await expectNoSidewaysScroll(page);
};

/** Reaches one state after the other, and checks each. */
export async function visit<Known extends { page: Page }>(
  states: readonly State<Known>[],
  known: Known,
  check: Check,
): Promise<void> {
  const { page } = known;
  for (const { title, reach } of states)
    await test.step(title, async () => {
      await reach(known);
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      await check(page, title);
      // The next state must not meet a form that asks before it is left.
      await page.goto("about:blank");
    });
}
