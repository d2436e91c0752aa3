import { expect, test } from "../fixtures";
import { keepPicture } from "../support/keep-picture";
import { requestToDecide } from "../support/request-to-decide";

test("an approver decides from the mail without signing in; scanners decide nothing", async ({
  page,
  request,
  workspace,
}) => {
  const { path, statusOf } = await requestToDecide(workspace);
  for (const scan of [
    () => request.get(path),
    () => request.head(path),
    () => request.get(path, { headers: { "sec-purpose": "prefetch" } }),
    () => request.get(`${path}/answer`),
  ])
    await scan();
  expect(await statusOf()).toBe("OPEN");
  const answer = await page.goto(path);
  expect(answer?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  });
  expect(answer?.headers()["content-security-policy"]).toContain("form-action 'self'");
  await expect(page.getByRole("heading", { name: "Bo Lind is asking for leave" })).toBeVisible();
  await expect(page.getByText("Hiking in the Alps")).toBeVisible();
  await expect(page.getByText(/22 days left until .* \(25 without this leave\)/)).toBeVisible();
  await page.getByRole("button", { name: "Approve leave" }).click();
  await expect(page.getByRole("heading", { name: "This leave is approved" })).toBeVisible();
  await expect(page.getByText(/^You approved Bo Lind's leave/)).toBeVisible();
  expect(await statusOf()).toBe("APPROVED");
  await page.goto(path);
  await expect(page.getByRole("button", { name: "Approve leave" })).toHaveCount(0);
});

test("a request that has changed since the mail is shown as it is now, and asked again", async ({
  page,
  workspace,
}) => {
  const { path, change, statusOf, monday } = await requestToDecide(workspace);
  await page.goto(path);
  await change({ endDate: monday(1) });
  await page.getByRole("button", { name: "Approve leave" }).click();
  await expect(page.getByRole("note", { name: "This request has changed since the email" })).toContainText(
    "The email said",
  );
  expect(await statusOf()).toBe("OPEN");
  await page.getByRole("button", { name: "Approve leave" }).click();
  await expect(page.getByRole("heading", { name: "This leave is approved" })).toBeVisible();
});

test("the mail reads well, in light and in dark colours", async ({ page, workspace }) => {
  const { mail } = await requestToDecide(workspace);
  await page.goto("about:blank");
  await page.setContent(mail.html ?? "");
  await expect(page.getByRole("link", { name: "Decide" })).toBeVisible();
  await keepPicture(page, "mail light");
  await page.emulateMedia({ colorScheme: "dark" });
  await keepPicture(page, "mail dark");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a leave is denied with a reason", async ({ page, workspace }) => {
    const { path, statusOf } = await requestToDecide(workspace);
    await page.goto(path);
    await page.getByRole("textbox", { name: "Reason for denying" }).fill("Trade fair\nin Lima");
    await page.getByRole("button", { name: "Deny leave" }).click();
    await expect(page.getByRole("heading", { name: "This leave is denied" })).toBeVisible();
    expect(await statusOf()).toBe("DENIED");
  });
});
