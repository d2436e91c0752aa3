import type { Page } from "@playwright/test";

/**
 * Makes every page right-to-left, but with the words of a left-to-right language: a fault is then one of the layout. Changes the server's
 * answer before the browser reads it.
 */
export async function writeRightToLeft(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith("/dashboard") || url.pathname.startsWith("/login"),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch({ maxRedirects: 0, maxRetries: 2 });
      const type = response.headers()["content-type"] ?? "";
      if (!type.startsWith("text/html")) return route.fulfill({ response });
      const html = (await response.text())
        .replace(/(<html [^>]*)dir="ltr"/, '$1dir="rtl"')
        .replaceAll('\\"direction\\":\\"ltr\\"', '\\"direction\\":\\"rtl\\"')
        .replaceAll('\\"dir\\":\\"ltr\\",\\"suppress', '\\"dir\\":\\"rtl\\",\\"suppress');
      return route.fulfill({ response, body: html });
    },
  );
}
