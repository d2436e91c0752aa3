import { rotateSigningKeysNow } from "@/server/oauth/keys/rotate";
import type { CommandGroup } from "./command";

export const oauthKeysCommands: CommandGroup = (program, perform) => {
  program
    .command("oauth-keys")
    .description("keys that sign tokens")
    .command("rotate")
    .description("start signing with new keys; tokens signed with the old ones stay valid until they expire")
    .action(() => perform(async (services) => ({ rotated: await rotateSigningKeysNow(services) })));
};
