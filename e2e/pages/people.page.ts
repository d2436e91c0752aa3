import type { Page } from "@playwright/test";

/** "People", and the page of one person. */
export class PeoplePage {
  constructor(readonly page: Page) {}

  open = (search = "") => this.page.goto(`/dashboard/people${search}`);
  table = () => this.page.getByRole("table", { name: "People" });
  row = (name: string | RegExp) => this.table().getByRole("row", { name });
  search = () => this.page.getByRole("searchbox", { name: "Search by name or email" });
  person = (name: string) => this.table().getByRole("link", { name });
  heading = (name: string) => this.page.getByRole("heading", { level: 1, name });
  selectAll = () => this.page.getByRole("checkbox", { name: "Select everyone shown" });
  bulk = () => this.page.getByRole("region", { name: "Selected people" });
  change = () => this.bulk().getByRole("button", { name: "Change people" });
  edit = () => this.page.getByRole("link", { name: "Edit person" });
  save = () => this.page.getByRole("button", { name: "Save changes" });
  deactivate = () => this.page.getByRole("main").getByRole("button", { name: "Deactivate person" });
  activate = () => this.page.getByRole("main").getByRole("button", { name: "Activate person", exact: true });
  erase = () => this.page.getByRole("main").getByRole("button", { name: "Erase data" });
  dialog = () => this.page.getByRole("alertdialog");
}
