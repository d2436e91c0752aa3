import { expect, type Page } from "@playwright/test";

/** Waits for the menu or dialog that a click has opened: its script may load first, and a check must not begin before it is there. */
export const popupOpened = (page: Page): Promise<void> =>
  expect(
    page.getByRole("menu").or(page.getByRole("dialog")).or(page.getByRole("alertdialog")).first(),
  ).toBeVisible();
