import { expect, test } from "../fixtures";

test("403 for a form posted to a page from another site", async ({ request, baseURL }) => {
  const send = (path: string, origin: string) =>
    request.post(path, { headers: { origin }, form: { email: "ana@example.test" }, maxRedirects: 0 });
  for (const path of ["/login", "/forgot-password", "/dashboard/settings"]) {
    expect((await send(path, "https://evil.example")).status(), path).toBe(403);
    expect((await send(path, "not an origin")).status(), path).toBe(403);
  }
  expect((await send("/login", new URL(baseURL ?? "").origin)).status()).not.toBe(403);
});
