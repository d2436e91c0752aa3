import { startConnector } from "@/server/test/connector-stand-in";
import { startSlack } from "@/server/test/slack-stand-in";
import { providerPorts } from "./tested-server";

/** Slack and Microsoft for all workers. @returns what stops them */
export default async function startProviders(): Promise<() => Promise<unknown>> {
  const ports = providerPorts();
  const servers = await Promise.all([startSlack(ports.slack), startConnector(ports.microsoft)]);
  return () => Promise.all(servers.map((server) => server.close()));
}
