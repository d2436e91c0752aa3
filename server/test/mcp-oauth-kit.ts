import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";

/** The state that an MCP app keeps between its steps, for the SDK of either generation. */
export class AppMemory implements OAuthClientProvider {
  readonly redirectUrl = "http://127.0.0.1:4180/callback";
  readonly clientMetadata;
  /** The last address to which it sent its user. */
  asked: URL | undefined;
  private readonly kept = new Map<string, unknown>();
  private readonly keeper = (name: string) => (value: unknown) => {
    this.kept.set(name, value);
  };

  /** @param clientMetadataUrl its metadata document, in place of a registration */
  constructor(
    scope?: string,
    readonly clientMetadataUrl?: string,
  ) {
    this.clientMetadata = {
      client_name: "A real client",
      redirect_uris: [this.redirectUrl],
      token_endpoint_auth_method: "none",
      ...(scope !== undefined && { scope }),
    };
  }

  clientInformation = () => this.kept.get("client") as ReturnType<OAuthClientProvider["clientInformation"]>;
  saveClientInformation = this.keeper("client");
  tokens = () => this.kept.get("tokens") as OAuthTokens | undefined;
  saveTokens = this.keeper("tokens");
  saveCodeVerifier = this.keeper("verifier");
  codeVerifier = () => String(this.kept.get("verifier"));
  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }
  state = () => "a state of the client";
  forgetTokens = () => this.saveTokens(undefined);
}
