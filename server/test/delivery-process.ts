import { startTestProcess } from "./test-process";

export interface DeliveryProcess {
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
}

interface Options {
  databaseUrl: string;
  /** `host:port` entries that it may connect to. */
  allowHosts: readonly string[];
  leaseMs: number;
  /** It claims deliveries, and then never sends the request. */
  isStuck?: boolean;
  /** How many milliseconds its machine's clock is wrong. */
  clockOffMs?: number;
}

/** A preload that shifts every `new Date()` of a process, before its first line runs. */
const wrongClock = (offMs: number): string =>
  `data:text/javascript,${encodeURIComponent(`const Right = Date;
globalThis.Date = class extends Right {
  constructor(...given) { given.length ? super(...given) : super(Right.now() + ${offMs}); }
  static now() { return Right.now() + ${offMs}; }
};`)}`;

/** Starts a process that sends webhook deliveries. */
export async function startDeliveryProcess(options: Options): Promise<DeliveryProcess> {
  const kill = await startTestProcess("delivery-process", {
    DATABASE_URL: options.databaseUrl,
    WEBHOOK_ALLOW_HOSTS: options.allowHosts.join(),
    LEASE_MS: String(options.leaseMs),
    ...(options.isStuck && { STUCK: "yes" }),
    ...(options.clockOffMs !== undefined && { NODE_OPTIONS: `--import=${wrongClock(options.clockOffMs)}` }),
  });
  return { kill };
}
