import { startTestProcess } from "./test-process";

/**
 * Starts a process that sends notifications on this test file's database, with a clock that stands.
 * @returns what kills it
 */
export const startNotificationProcess = (smtpUrl: string, now: Date): Promise<() => Promise<void>> =>
  startTestProcess("notification-process", { SMTP_URL: smtpUrl, NOW: now.toISOString() });
