import type { Page } from "@playwright/test";

export class OauthClientsPage {
  constructor(readonly page: Page) {}

  open = (path = "") => this.page.goto(`/dashboard/settings/oauth-clients${path}`);

  table = () => this.page.getByRole("table", { name: "OAuth clients" });
  client = (name: string) => this.table().getByRole("link", { name, exact: true });
  create = () => this.page.getByRole("link", { name: "Create OAuth client" });

  name = () => this.page.getByRole("textbox", { name: "Name" });
  redirectUris = () => this.page.getByRole("textbox", { name: "Redirect URIs" });
  permission = (name: string) => this.page.getByRole("checkbox", { name });
  submit = () => this.page.getByRole("button", { name: "Create OAuth client" });
  save = () => this.page.getByRole("button", { name: "Save changes" });

  clientId = () => this.page.getByRole("textbox", { name: "Client ID" });
  secrets = () => this.page.getByRole("table", { name: "Client secrets" });
  rotate = () => this.page.getByRole("button", { name: "Rotate secret…" });
  endOld = () => this.page.getByRole("button", { name: "End old secret…" });
  leaked = () => this.page.getByRole("button", { name: "A secret leaked…" });
  delete = () => this.page.getByRole("button", { name: "Delete client" });
  asking = (title: string) => this.page.getByRole("alertdialog", { name: title });

  saving = () => this.page.getByRole("dialog", { name: "Save your client secret" });

  /** Fills in the form and creates the client. @returns its id and secret, stored and the dialog closed */
  async createClient(
    name: string,
    redirectUri: string,
    permissions: string[] = [],
  ): Promise<{ id: string; secret: string }> {
    await this.open("/new");
    await this.name().fill(name);
    await this.redirectUris().fill(redirectUri);
    for (const permission of permissions) await this.permission(permission).check();
    await this.submit().click();
    const secret = await this.takeSecret();
    return { id: await this.clientId().inputValue(), secret };
  }

  /** Stores the secret and closes the dialog. */
  async takeSecret(): Promise<string> {
    const secret = await this.saving().getByRole("textbox", { name: "Client secret" }).inputValue();
    await this.saving().getByRole("checkbox", { name: "I have stored this secret" }).check();
    await this.saving().getByRole("button", { name: "Done" }).click();
    await this.saving().waitFor({ state: "detached" });
    return secret;
  }
}
