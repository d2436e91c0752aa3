import type { Page } from "@playwright/test";

/** Calls a procedure as the user who is signed in on the page. */
async function mutate(page: Page, procedure: string, json: object): Promise<void> {
  const answer = await page.request.post(`/api/trpc/${procedure}`, {
    headers: { "content-type": "application/json" },
    data: { json },
  });
  if (!answer.ok()) throw new Error(`${procedure}: ${answer.status()} ${await answer.text()}`);
}

/** Allows or forbids apps to change leave in the workspace of the signed-in administrator. */
export const letAppsChangeLeave = (page: Page, aiAppsMayChangeLeave: boolean): Promise<void> =>
  mutate(page, "workspace.updateSettings", { aiAppsMayChangeLeave });

/** The apps that users may connect. */
export const setAppsPolicy = (page: Page, policy: "ANY" | "LISTED"): Promise<void> =>
  mutate(page, "workspaceApps.setPolicy", { policy });
