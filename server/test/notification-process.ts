import { startTestProcess } from "./test-process";

/** After a kill, its leases expire after this. */
export const processLeaseMs = 1000;

/**
 * Starts a process that sends notifications on this test file's database, with a fixed clock.
 * @returns a function that kills it
 */
export const startNotificationProcess = (
  smtpUrl: string,
  now: Date,
  leaseMs = processLeaseMs,
): Promise<() => Promise<void>> =>
  startTestProcess("notification-process", {
    SMTP_URL: smtpUrl,
    NOW: now.toISOString(),
    LEASE_MS: String(leaseMs),
  });
