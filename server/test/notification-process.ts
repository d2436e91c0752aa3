import { startTestProcess } from "./test-process";

/** When it is killed, it lets go of what it held after this. */
export const processLeaseMs = 1000;

/**
 * Starts a process that sends notifications on this test file's database, with a clock that stands.
 * @returns what kills it
 */
export const startNotificationProcess = (smtpUrl: string, now: Date): Promise<() => Promise<void>> =>
  startTestProcess("notification-process", {
    SMTP_URL: smtpUrl,
    NOW: now.toISOString(),
    LEASE_MS: String(processLeaseMs),
  });
