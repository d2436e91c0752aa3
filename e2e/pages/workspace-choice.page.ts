import type { Page } from "@playwright/test";

/** The page for a member of several workspaces. */
export class WorkspaceChoicePage {
  constructor(readonly page: Page) {}

  open = () => this.page.goto("/login/workspace");

  heading = () => this.page.getByRole("heading", { name: "Choose a workspace" });
  workspace = (name: string) => this.page.getByRole("button", { name });
  over = () => this.page.getByRole("alert").filter({ hasText: "This choice has expired" });
}
