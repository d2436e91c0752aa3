import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createWorkspace, type Workspace } from "./operator";

export const signInSettings = "/dashboard/settings/sign-in";

const fresh = () => randomBytes(6).toString("hex");

/** A workspace whose administrator has an address in a domain of its own. */
export async function makeCompany(): Promise<{ domain: string; workspace: Workspace }> {
  const domain = `${fresh()}.example`;
  const person = { name: "Ada Perić", email: `ada@${domain}`, password: fresh() + fresh() };
  return { domain, workspace: await createWorkspace("COMPLETE", person) };
}

/** Tests the connection of the page. @param link "Test sign-in", or after a test "Test again"; @returns the tab with the outcome */
export async function testConnection(page: Page, link: string): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: link }).click();
  const tab = await opened;
  await tab.waitForURL("**?tested=1");
  return tab;
}
