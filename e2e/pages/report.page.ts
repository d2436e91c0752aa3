import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ReportForm } from "./new-report.page";

interface SavedFile {
  name: string;
  content: Buffer;
}

export class ReportPage {
  readonly form: ReportForm;
  constructor(readonly page: Page) {
    this.form = new ReportForm(page);
  }

  open = (id: string, query = "") => this.page.goto(`/dashboard/open-api/reports/${id}${query}`);
  /** A mailed link. */
  openFile = (id: string) => this.page.goto(`/api/report-downloads/${id}`);

  heading = () => this.page.getByRole("heading", { level: 1 });
  tab = (name: string) => this.page.getByRole("navigation", { name: "Report" }).getByRole("link", { name });
  history = () => this.page.getByRole("table", { name: "History" });
  enabled = (name: string) => this.page.getByRole("switch", { name: `Enabled: ${name}` });
  delete = () => this.page.getByRole("button", { name: "Delete report" });
  deleting = (name: string) => this.page.getByRole("alertdialog", { name: `Delete report ${name}?` });
  download = () => this.page.getByRole("region", { name: "Download" });
  start = (format: "CSV" | "XLSX") => this.download().getByRole("button", { name: `Download ${format}` });
  cancel = () => this.download().getByRole("button", { name: "Cancel download" });
  progress = () => this.download().getByRole("progressbar", { name: "Writing the file" });
  fileLink = () => this.download().getByRole("link");
  standing = () => this.download().getByRole("status");

  /** Requests the file, and waits until the browser has saved it. */
  async take(format: "CSV" | "XLSX"): Promise<SavedFile> {
    const saving = this.page.waitForEvent("download");
    await this.start(format).click();
    const saved = await saving;
    return { name: saved.suggestedFilename(), content: await readFile(await saved.path()) };
  }
}
