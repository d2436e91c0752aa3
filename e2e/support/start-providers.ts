import { startConnector } from "@/server/test/connector-stand-in";
import { startSlack } from "@/server/test/slack-stand-in";
import { providerPorts } from "./tested-server";

/** Starts Slack and Microsoft for all workers. @returns a function that stops them */
export default async function startProviders(): Promise<() => Promise<unknown>> {
  const ports = providerPorts();
  const servers = await Promise.all([startSlack(ports.slack), startConnector(ports.microsoft)]);
  return () => Promise.all(servers.map((server) => server.close()));
}
