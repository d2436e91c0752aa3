import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signedInElsewhere } from "../support/another-browser";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson, type Workspace } from "../support/operator";
import { accessible, narrow } from "../support/visit-states";

const monday = comingMonday();
const pdf = (text = "") => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`);
const file = (name: string, buffer = pdf(name)) => ({ name, mimeType: "application/pdf", buffer });

async function ask(workspace: Workspace) {
  const { id: leaveTypeId } = await createLeaveType(workspace, "Sick");
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  const dates = { startDate: monday(0), endDate: monday(2) };
  const { id } = await callApi<{ id: string }>(plain, "POST", "/v2/leaves", { leaveTypeId, ...dates });
  return { bo, id };
}

const card = (page: Page) => page.getByRole("region", { name: "Files" });
const add = (page: Page, files: ReturnType<typeof file>[]) =>
  page.getByLabel("Choose files").setInputFiles(files);

test("a person adds files to their leave, is told what does not fit, opens and removes one @phone", async ({
  page,
  signIn,
  workspace,
  browser,
}) => {
  const { bo, id } = await ask(workspace);
  await signIn(bo);
  await page.goto(`/dashboard/leaves/${id}`);
  await expect(card(page)).toContainText("No files yet");
  await accessible(page, "files, none");
  await narrow(page, "files, none");

  await add(page, [file("Ärztliches Attest.pdf")]);
  const link = card(page).getByRole("link", { name: "Ärztliches Attest.pdf" });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("Ärztliches Attest.pdf");
  expect(await readFile(await download.path())).toEqual(pdf("Ärztliches Attest.pdf"));

  // On its way: the answer of the server waits.
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/api/leave-files/**", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await add(page, [file("Slow.pdf")]);
  await expect(card(page)).toContainText("Adding Slow.pdf");
  await accessible(page, "files, one on its way");
  go();
  await expect(card(page).getByRole("link", { name: "Slow.pdf" })).toBeVisible();
  await page.unroute("**/api/leave-files/**");

  // Each says why it is not there.
  await add(page, [
    file("Page.pdf", Buffer.from("<html><script>alert(1)</script>")),
    file("Nothing.pdf", Buffer.alloc(0)),
    file("Large.pdf", Buffer.concat([pdf(), Buffer.alloc(10 * 1024 * 1024)])),
  ]);
  await expect(card(page)).toContainText("Page.pdf is no PDF, PNG, JPEG, WEBP or HEIC.");
  await expect(card(page)).toContainText("Nothing.pdf is empty.");
  await expect(card(page)).toContainText("Large.pdf is larger than 10 MB.");
  await accessible(page, "files, refused ones");
  await narrow(page, "files, refused ones");
  await page.route("**/api/leave-files/**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await add(page, [file("Lost.pdf")]);
  await expect(card(page)).toContainText("Lost.pdf wasn’t added. Check your connection");
  await page.unroute("**/api/leave-files/**");

  await add(page, [file("Three.pdf"), file("Four.pdf"), file("Five.pdf"), file("Six.pdf")]);
  await expect(
    card(page)
      .getByRole("listitem")
      .filter({ has: page.getByRole("link") }),
  ).toHaveCount(5);
  await expect(card(page)).toContainText("Six.pdf doesn’t fit: this leave already has 5 files.");
  await expect(card(page)).toContainText("This leave has 5 files, the most there can be.");
  await expect(card(page).getByRole("button", { name: "Add file" })).toHaveCount(0);
  await accessible(page, "files, all five");
  await narrow(page, "files, all five");

  await card(page).getByRole("button", { name: "Remove Four.pdf" }).click();
  await accessible(page, "files, removing one", { inDark: false });
  await page.getByRole("button", { name: "Remove file" }).click();
  await expect(card(page).getByRole("link", { name: "Four.pdf" })).toHaveCount(0);
  await expect(card(page).getByRole("button", { name: "Add file" })).toBeVisible();

  // Someone else of the workspace with a link to a file gets nothing.
  const href = await card(page).getByRole("link", { name: "Three.pdf" }).getAttribute("href");
  const colleague = await createPerson(workspace, "USER");
  const theirs = await signedInElsewhere(browser, colleague);
  expect((await theirs.request.get(href ?? "")).status()).toBe(404);
  await theirs.context().close();
});
