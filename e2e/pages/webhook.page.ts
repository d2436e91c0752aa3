import type { Page } from "@playwright/test";
import { ConfirmDialog } from "./confirm.dialog";

const shortId = (id: string) => `…${id.slice(-6)}`;

export class WebhookPage {
  constructor(readonly page: Page) {}

  open = (id: string, query = "") => this.page.goto(`/dashboard/open-api/webhooks/${id}${query}`);
  /** The id in the current address. */
  id = () => /webhook-[0-9a-f-]{36}/.exec(this.page.url())?.[0] ?? "";

  tab = (name: string) =>
    this.page.getByRole("navigation", { name: "Webhook", exact: true }).getByRole("link", { name });
  testResult = () => this.page.getByRole("status").filter({ hasText: /test (event|delivery)/i });

  deliveries = () => this.page.getByRole("table", { name: "Deliveries" });
  rows = (text: string | RegExp) => this.deliveries().getByRole("row").filter({ hasText: text });
  filterStatus = () => this.page.getByRole("combobox", { name: "Status" });
  find = () => this.page.getByRole("searchbox", { name: "Find by delivery or leave ID" });
  live = () => this.page.getByRole("switch", { name: "Live" });
  showNew = () => this.page.getByRole("button", { name: /^Show \d+ new deliver/ });
  redeliverSelected = () => this.page.getByRole("button", { name: /^Redeliver selected/ });
  recover = () => this.page.getByRole("button", { name: "Recover failed deliveries" });
  recovering = () => this.page.getByRole("dialog", { name: "Recover failed deliveries" });

  fromDay = () => this.page.getByLabel("From", { exact: true });
  toDay = () => this.page.getByLabel("To", { exact: true });
  redeliverRow = (id: string) => this.page.getByRole("button", { name: `Redeliver ${shortId(id)}` });
  retryRow = (id: string) => this.page.getByRole("button", { name: `Retry ${shortId(id)} now` });
  retrySelected = () => this.page.getByRole("button", { name: /^Retry selected now/ });
  retryAll = () => this.page.getByRole("button", { name: /^Retry all waiting now/ });
  retry = () => this.page.getByRole("button", { name: "Retry now", exact: true });
  link = (id: string) => this.deliveries().getByRole("link", { name: shortId(id) });
  panel = () => this.page.getByRole("complementary", { name: "Delivery details" });
  closePanel = () => this.panel().getByRole("button", { name: "Close delivery details" });

  redeliver = () => this.page.getByRole("button", { name: "Redeliver", exact: true });
  copyAsCurl = () => this.page.getByRole("button", { name: "Copy as curl" });
  /** The ids of the deliveries in the table, the most recent attempt first. */
  ids = () =>
    this.deliveries()
      .getByRole("row")
      .evaluateAll((rows) => rows.flatMap((row) => row.getAttribute("data-row") ?? []));
  attempts = () => this.page.getByRole("list", { name: "Attempts" }).getByRole("listitem");

  save = () => this.page.getByRole("button", { name: "Save changes" });
  sendTest = () => this.page.getByRole("button", { name: "Send test event", exact: true });
  pause = () => this.page.getByRole("button", { name: "Pause webhook" });
  resume = () => this.page.getByRole("button", { name: "Resume webhook" });
  missed = () => this.page.getByRole("dialog", { name: /^Also redeliver the/ });
  delete = () => this.page.getByRole("button", { name: "Delete webhook" });
  deleting = (host: string) => new ConfirmDialog(this.page, `Delete webhook ${host}?`);

  rotate = () => this.page.getByRole("button", { name: "Rotate secret" });
  rotating = () => this.page.getByRole("alertdialog", { name: /^Rotate the secret of/ });
  endOverlap = () => this.page.getByRole("button", { name: "End overlap now" });
}
