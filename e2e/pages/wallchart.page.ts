import { expect, type Locator, type Page } from "@playwright/test";

/** /dashboard/wallchart */
export class WallchartPage {
  constructor(private readonly page: Page) {}

  open(query = ""): Promise<unknown> {
    return this.page.goto(`/dashboard/wallchart${query}`);
  }
  grid(): Locator {
    return this.page.getByRole("grid", { name: /^Calendar/ });
  }
  row(name: string): Locator {
    return this.grid().getByRole("row", { name: new RegExp(`^${name}`) });
  }
  /** The scroll container of the chart. */
  box(): Locator {
    return this.grid().locator("..");
  }
  /** Scrolls down until the row is rendered, then starts again at the top: a slow page renders it after it was passed. */
  async scrollToRow(name: string): Promise<void> {
    await expect(async () => {
      await this.box().evaluate((box) => {
        const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
        box.scrollTo(0, isAtEnd ? 0 : box.scrollTop + box.clientHeight / 2);
      });
      await expect(this.row(name)).toBeInViewport({ timeout: 500 });
    }).toPass({ timeout: 40_000 });
  }
  /** By the start of its name. */
  cell(name: string): Locator {
    return this.grid().getByRole("gridcell", { name: new RegExp(`^${name}`) });
  }
  cells(): Locator {
    return this.grid().getByRole("gridcell");
  }
  department(): Locator {
    return this.page.getByRole("combobox", { name: "Department" });
  }
  search(): Locator {
    return this.page.getByRole("searchbox", { name: "Find a person" });
  }
  teamFirst(): Locator {
    return this.page.getByRole("checkbox", { name: "My team first" });
  }
  onlyConflicts(): Locator {
    return this.page.getByRole("checkbox", { name: "Only conflicts" });
  }
  link(name: string): Locator {
    return this.page.getByRole("main").getByRole("link", { name, exact: true });
  }
}
