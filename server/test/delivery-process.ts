import { startTestProcess } from "./test-process";

export interface DeliveryProcess {
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
}

interface Options {
  databaseUrl: string;
  /** `host:port` entries that it may reach. */
  allowHosts: readonly string[];
  leaseMs: number;
  /** It claims, and then never makes the request. */
  isStuck?: boolean;
}

/** Starts a process that sends webhook deliveries. */
export async function startDeliveryProcess(options: Options): Promise<DeliveryProcess> {
  const kill = await startTestProcess("delivery-process", {
    DATABASE_URL: options.databaseUrl,
    WEBHOOK_ALLOW_HOSTS: options.allowHosts.join(),
    LEASE_MS: String(options.leaseMs),
    ...(options.isStuck && { STUCK: "yes" }),
  });
  return { kill };
}
