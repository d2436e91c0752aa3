import { expect, test } from "../fixtures";
import { withDatabase } from "../support/age";
import { keepPicture } from "../support/keep-picture";
import { requestToDecide } from "../support/request-to-decide";
import { keepTimeZone } from "../support/sign-in";
import { accessible } from "../support/visit-states";

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

test("a request that has changed since the mail is shown as it is now, and needs another answer", async ({
  page,
  workspace,
  timezoneId,
}) => {
  const { path, change, statusOf, monday } = await requestToDecide(workspace);
  // Without it, a refresh after the change would show the change before any press.
  await keepTimeZone(page, timezoneId ?? "UTC");
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

test("a reason that is too long is kept, with the error beside the field", async ({ page, workspace }) => {
  const { path, statusOf } = await requestToDecide(workspace);
  await page.goto(path);
  const reason = page.getByRole("textbox", { name: "Reason for denying" });
  // As from a browser that ignores maxlength.
  await reason.evaluate((field) => field.removeAttribute("maxlength"));
  const typed = "Ünd so fort … ".repeat(150);
  await reason.fill(typed);
  await page.getByRole("button", { name: "Deny leave" }).click();
  await expect(reason).toHaveValue(typed);
  await expect(reason).toHaveAccessibleDescription(/Use at most 2,000 characters/);
  await expect(reason).toHaveAttribute("aria-invalid", "true");
  await accessible(page, "decide reason too long");
  expect(await statusOf()).toBe("OPEN");
  await reason.fill("Trade fair");
  await page.getByRole("button", { name: "Deny leave" }).click();
  await expect(page.getByRole("heading", { name: "This leave is denied" })).toBeVisible();
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith("decide-reason"))).toEqual([]);
});

test("a question is asked from the mail once, the request goes on waiting, and a fourth one says why not", async ({
  page,
  workspace,
}) => {
  const { path, statusOf } = await requestToDecide(workspace);
  await page.goto(path);
  const ask = async (question: string) => {
    await page.getByText("Ask Bo Lind first").click();
    await page.getByRole("textbox", { name: "Question" }).fill(question);
    await accessible(page, "decide question");
    await page.getByRole("button", { name: "Ask Bo Lind" }).click();
  };
  await ask("Can Ana cover the fair?");
  await expect(page.getByRole("status").filter({ hasText: "Bo Lind was asked" })).toBeVisible();
  await expect(page.getByText(/Asked .*: Can Ana cover the fair\?/)).toBeVisible();
  await expect(page.getByText("Not answered yet")).toBeVisible();
  expect(await statusOf()).toBe("OPEN");
  await ask("And the keys?");
  await ask("And the van?");
  await ask("And the stand?");
  await expect(page.getByRole("alert").filter({ hasText: "Ask again tomorrow, or decide." })).toBeVisible();
  await page.getByRole("button", { name: "Approve leave" }).click();
  await expect(page.getByRole("heading", { name: "This leave is approved" })).toBeVisible();
});

test("a link that has expired, was used or has ended says why, without an accessibility fault", async ({
  page,
  workspace,
}) => {
  const { path } = await requestToDecide(workspace);
  const id = workspace.id.replace(/^workspace-/, "");
  const over = [
    {
      title: "This link has expired",
      when: "update decision_links set expires_at = now() - interval '1 hour' where workspace_id = $1",
    },
    {
      title: "This link has been used",
      when: "update decision_links set expires_at = now() + interval '1 day', used_at = now() where workspace_id = $1",
    },
    {
      title: "This link has ended",
      when: "update users set status = 'INACTIVE' where workspace_id = $1",
    },
  ];
  for (const { title, when } of over) {
    await withDatabase((sql) => sql.unsafe(when, [id]));
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await accessible(page, title);
  }
});

test("the mail is readable in light and dark colours", async ({ page, workspace }) => {
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
