import { expect, test } from "../fixtures";
import { LegacyKeysPage } from "../pages/legacy-keys.page";
import { Shell } from "../pages/shell.page";
import { importLegacyKey } from "../support/operator";

test("a legacy key reads v1 until it is deleted; then v1 answers 403", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  const key = await importLegacyKey(workspace);
  const ask = () => request.get("/v1/departments", { headers: { "x-api-key": key } });
  expect((await ask()).status()).toBe(200);
  await signIn(workspace.admin);
  const legacy = new LegacyKeysPage(page);
  await legacy.open();
  await expect(legacy.table()).not.toContainText(key);
  await legacy.delete(key).click();
  const deleting = legacy.deleting(key);
  await expect(deleting.keep()).toBeFocused();
  await expect(deleting.evidence()).toContainText("1 request today (UTC)");
  await expect(deleting.dialog()).toContainText("cannot be created again");
  await deleting.confirmWith(key.slice(-4));
  await expect(new Shell(page).notifications()).toContainText("deleted");
  await expect(page.getByRole("heading", { name: "No legacy keys" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Legacy API keys" })).toBeFocused();
  const refused = await ask();
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toEqual({ message: "Forbidden" });
});
