import { expect, test } from "../fixtures";
import { ReferencePage } from "../pages/reference.page";
import { createKey, createPerson } from "../support/operator";

const root = "/dashboard/open-api/reference";

interface Described {
  paths: Record<string, Record<string, { operationId: string }>>;
}

const slugOf = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test("an operation is found by search, and its scope leads to a filled-in key form", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/open-api");
  await page.getByRole("navigation", { name: "Open API" }).getByRole("link", { name: "Reference" }).click();
  const reference = new ReferencePage(page);
  await expect(reference.title()).toHaveText("API reference");
  await reference.search().fill("create webhook");
  await expect(page).toHaveURL(/\?q=create\+webhook$/);
  await reference.places().filter({ hasText: "Create a webhook" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create a webhook" })).toBeFocused();
  await expect(page).toHaveTitle("Create a webhook – Reference – Open API – Timeaway");
  await expect(reference.field("Body parameters", "url")).toContainText("Required");
  await expect(reference.table("Errors")).toContainText("WEBHOOK_URL_INVALID");
  await expect(reference.navigation().locator("[aria-current=page]")).toHaveText(/Create a webhook/);

  await reference.scope("webhooks:write").click();
  await expect(page.getByRole("heading", { level: 1, name: "Create API key" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Change webhooks" })).toBeChecked();
});

test("a search finds codes and fields, reports an empty result, and Enter opens the first", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const reference = new ReferencePage(page);
  await reference.open();
  await reference.search().fill("no such thing anywhere");
  await expect(page.getByRole("status").filter({ hasText: "No results" })).toBeVisible();
  await reference.search().fill("overlapSeconds");
  await expect(reference.places()).toHaveText([/Rotate the signing secret/]);
  await reference.search().fill("leave_negative");
  await reference.search().press("Enter");
  await expect(page).toHaveURL(`${root}/errors#leave_negative_balance`);
  await expect(page.getByRole("heading", { name: "LEAVE_NEGATIVE_BALANCE" })).toBeInViewport();
});

test("samples and the page's Markdown are copied as shown", async ({
  page,
  context,
  baseURL,
  signIn,
  workspace,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(workspace.admin);
  const reference = new ReferencePage(page);
  await reference.open("request-leave");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await reference.copySample("curl").click();
  expect(await copied()).toContain(`curl -X POST "${baseURL}/v2/leaves"`);
  expect(await copied()).toContain('-H "Authorization: Bearer $TIMEAWAY_API_KEY"');
  await expect(reference.copySample("JavaScript")).toBeVisible();
  await expect(reference.copySample("Python")).toBeVisible();
  await reference.copyMarkdown().click();
  const answer = await page.request.get(`${root}/request-leave.md`);
  await expect.poll(copied).toBe(await answer.text());
});

test("a read is tried with a typed key, which stays out of the address and of storage", async ({
  page,
  signIn,
  workspace,
}) => {
  const { plain } = await createKey(workspace.admin, "Reader", "departments:read,users:read");
  await signIn(workspace.admin);
  const reference = new ReferencePage(page);
  await reference.open("list-departments");
  await reference.key().fill(plain);
  await reference.send().click();
  await expect(reference.answerBody()).toContainText('"data": [');
  await expect(reference.answerHeaders()).toContainText("ratelimit-policy");
  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(plain);

  await reference.parameter("limit").fill("x");
  await reference.send().click();
  await expect(reference.answerBody()).toContainText("VALIDATION_ERROR");
  const requestId = page.getByRole("main").getByRole("link", { name: /^req_/ });
  const id = await requestId.textContent();
  await expect(async () => {
    await page.goto(`/dashboard/open-api/logs/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Request", exact: true })).toBeVisible({
      timeout: 1000,
    });
  }).toPass();

  await reference.open("get-user");
  await expect(reference.key()).toHaveValue("");
  await reference.key().fill(plain);
  await reference.parameter("id").fill("user-nobody");
  await reference.send().click();
  await expect(reference.answerBody()).toContainText("RESOURCE_NOT_FOUND");
  await reference.navigation().getByRole("link", { name: "List users", exact: true }).click();
  await expect(reference.title()).toHaveText("List users");
  await expect(reference.key()).toHaveValue(plain);

  await reference.open("create-label");
  await expect(page.getByRole("heading", { name: "Try it" })).toHaveCount(0);
});

test("a button shows nested fields", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  const reference = new ReferencePage(page);
  await reference.open("list-leaves");
  const body = reference.table("Body of Response 200");
  const email = body.getByRole("rowheader", { name: "email" });
  await expect(body.getByRole("rowheader", { name: "leaveTypeId" })).toBeVisible();
  await expect(email.first()).toBeHidden();
  await body.getByRole("button", { name: "Show fields of user" }).click();
  await expect(email.first()).toBeVisible();
  await body.getByRole("button", { name: "Hide fields of user" }).click();
  await expect(email.first()).toBeHidden();
});

test.describe("without JavaScript", () => {
  test("pages, search and nested fields are there", async ({ browser, baseURL, page, signIn, workspace }) => {
    await signIn(workspace.admin);
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
      ...(baseURL && { baseURL }),
    });
    const reference = new ReferencePage(await context.newPage());
    await reference.open("list-leaves");
    await expect(reference.title()).toHaveText("List leaves");
    await expect(
      reference.table("Body of Response 200").getByRole("rowheader", { name: "email" }).first(),
    ).toBeVisible();
    await expect(reference.page.getByRole("heading", { name: "Try it" })).toBeHidden();
    await reference.search().fill("rotate secret");
    await reference.search().press("Enter");
    await expect(reference.places()).toContainText(["Rotate the signing secret"]);
    expect(await reference.places().count()).toBeLessThan(5);
    await context.close();
  });
});

test("every operation of the document, and every chapter, has a page and its Markdown", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  test.slow();
  const described = (await (await request.get("/v2/openapi.json")).json()) as Described;
  const operations = Object.values(described.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => slugOf(operationId)),
  );
  expect(operations.length).toBeGreaterThan(60);
  const v1 = ["departments", "locations", "labels", "leave-types", "leaves", "users"].map(
    (name) => `v1-list-${name}`,
  );
  const slugs = [...operations, ...v1, "errors", "sync", "webhooks", "oauth", "mcp", "v1-to-v2"];
  await signIn(workspace.admin);
  for (const slug of slugs) {
    const shown = await page.request.get(`${root}/${slug}`);
    expect(shown.status(), slug).toBe(200);
    const markdown = await request.get(`${root}/${slug}.md`);
    expect([markdown.status(), markdown.headers()["content-type"]], slug).toEqual([
      200,
      "text/markdown; charset=utf-8",
    ]);
  }
  const llms = await (await request.get("/llms.txt")).text();
  for (const slug of [...slugs, "introduction"]) expect(llms).toContain(`${root}/${slug}.md)`);
  expect((await request.get(`${root}/nothing.md`)).status()).toBe(404);
  expect((await page.request.get(`${root}/nothing`)).status()).toBe(404);
});

test("no content security report and no console error on any kind of page", async ({
  page,
  signIn,
  workspace,
}) => {
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await signIn(workspace.admin);
  const reference = new ReferencePage(page);
  for (const slug of [
    "",
    "errors",
    "webhooks",
    "oauth",
    "mcp",
    "create-notification",
    "list-leaves",
    "v1-list-leaves",
  ])
    await reference.open(slug);
  expect(faults).toEqual([]);
});

test("the interface is in German for users who want it; the API's own words stay English", async ({
  page,
  baseURL,
  context,
  signIn,
  workspace,
}) => {
  await signIn(await createPerson(workspace, "USER"));
  await context.addCookies([{ name: "timeaway-language", value: "de", url: baseURL ?? "" }]);
  const reference = new ReferencePage(page);
  await reference.open("create-webhook");
  await expect(page.getByRole("navigation", { name: "Referenz", exact: true })).toBeVisible();
  await expect(reference.title()).toHaveText("Create a webhook");
  await expect(page.getByRole("heading", { name: "Felder des Rumpfs" })).toBeVisible();
});
