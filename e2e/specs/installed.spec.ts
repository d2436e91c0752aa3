import { expect, test } from "../fixtures";
import { demoPerson } from "../support/demo";
import { expectAccessible } from "../support/expect-accessible";

test("the app can be installed: its manifest names icons of their stated sizes, and where it opens", async ({
  page,
  baseURL,
}) => {
  await page.goto("/login");
  const address = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await page.request.get(address ?? "")).json();
  expect(manifest).toMatchObject({ name: "Timeaway", start_url: "/dashboard", display: "standalone" });
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toContain("/dashboard/request");
  const purposes = manifest.icons.map(({ purpose = "any" }: { purpose?: string }) => purpose);
  expect(purposes).toContain("maskable");
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const [width, height] = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, new URL(src, baseURL).href);
    if (sizes !== "any") expect(`${width}x${height}`, src).toBe(sizes);
  }
});

test("the installed app shows a page of its own where the network is away, and the asked one afterwards @phone", async ({
  page,
  context,

  signIn,
}) => {
  // Playwright's browsers install no apps.
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === "(display-mode: standalone)" ? "all" : query);
  });
  await signIn(demoPerson("USER"));
  await page.goto("/dashboard");
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await context.setOffline(true);
  await page.goto("/dashboard/leaves");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/dashboard\/leaves$/);
  await expect(page.getByRole("heading", { name: "My leave", level: 1 })).toBeVisible();
});

test("a browser's tab has no service worker", async ({ page, signIn }) => {
  await signIn(demoPerson("USER"));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
