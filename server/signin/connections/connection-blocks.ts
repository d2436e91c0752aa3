import type { SystemContext } from "@/server/access/ctx";
import type { MailBlock } from "@/server/kernel/mail/mail-layout";
import { findActive } from "@/server/modules/workspace/connections/find-offered";
import type { Words } from "@/server/words/words";
import type { SigninPerson } from "../people-by-email";
import { startPath } from "./start-connection-sign-in";

/** What a mail says in place of a link that opens nothing: that the workspace is open to its connections only, and a button for each. */
export async function connectionBlocks(
  { services, db }: Pick<SystemContext, "services" | "db">,
  {
    workspaceId,
    workspaceName: workspace,
    email,
  }: Pick<SigninPerson, "workspaceId" | "workspaceName" | "email">,
  returnTo: string | null,
  say: Words["say"],
): Promise<MailBlock[]> {
  const buttons = (await findActive(db, workspaceId)).map((one) => ({
    label: say("connectionsOnly.action", { workspace, connection: one.name }),
    url: services.settings.appUrl + startPath(one, { returnTo: returnTo ?? "/dashboard", email }),
  }));
  return [say("connectionsOnly.text", { workspace }), ...buttons];
}
