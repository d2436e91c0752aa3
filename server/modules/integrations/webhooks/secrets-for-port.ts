import { ne } from "drizzle-orm";
import { webhooks } from "@/drizzle/schema/webhooks";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Services } from "@/server/kernel/services";
import { signingSecrets } from "./secret";

/** Secrets that sign for webhooks on a port of this machine: for the operator's own test receiver. */
export async function secretsForPort(services: Services, port: number): Promise<Buffer[]> {
  const rows = await scoped(everyWorkspace("a port of this machine is asked for"), webhooks)
    .selectAll(services.db)
    .where(ne(webhooks.status, "revoked"));
  const isHere = (text: string): boolean => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url?.port === String(port) && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  };
  return rows.filter(({ url }) => isHere(url)).flatMap((webhook) => signingSecrets(services, webhook));
}
