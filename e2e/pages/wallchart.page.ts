import type { Locator, Page } from "@playwright/test";

/** /dashboard/wallchart */
export class WallchartPage {
  constructor(private readonly page: Page) {}

  open(query = ""): Promise<unknown> {
    return this.page.goto(`/dashboard/wallchart${query}`);
  }
  grid(): Locator {
    return this.page.getByRole("grid", { name: /^Wallchart/ });
  }
  row(name: string): Locator {
    return this.grid().getByRole("row", { name: new RegExp(`^${name}`) });
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
  onlyConflicts(): Locator {
    return this.page.getByRole("checkbox", { name: "Only conflicts" });
  }
  link(name: string): Locator {
    return this.page.getByRole("main").getByRole("link", { name, exact: true });
  }
}
