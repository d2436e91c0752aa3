import { countOlder } from "@/server/kernel/database/reseal-in-steps";
import { checkMailer } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { countUnsent } from "@/server/modules/messaging/outbox/list-unsent";
import { findFaults } from "@/server/modules/workspace/connections/find-faults";
import { canReadSigningKeys } from "@/server/oauth/keys/keyring";
import { sealedColumns } from "../sealed-columns";
import { error, type Finding, ok, warning } from "./finding";

/** Whether ENCRYPTION_KEY decrypts the stored secrets, and whether any still need an older key. */
export async function examineKeys(services: Services): Promise<Finding> {
  if (!(await canReadSigningKeys(services)))
    return error(
      "keys",
      "ENCRYPTION_KEY does not open the signing keys: the service would not start.",
      "Set the one that they are sealed with, or both with a comma between them, the newest first.",
    );
  const { db, settings } = services;
  const counts = await Promise.all(
    Object.values(sealedColumns)
      .flat()
      .map((column) => countOlder(db, column, settings.encryptionKeys)),
  );
  const older = counts.reduce((sum, count) => sum + count, 0);
  if (older === 0) return ok("keys", "Everything that is stored is sealed with the first ENCRYPTION_KEY.");
  return warning(
    "keys",
    `${older} values are sealed with another key, or in the form of before keys had ids.`,
    "Run `npm run admin -- encryption-key reseal`, and keep the older key until it has nothing left to do.",
  );
}

const mailWaitsSeconds = (15 * minute) / 1000;

/** Whether the mail server accepts our login, and whether mail is sent. */
export async function examineMail(services: Services): Promise<Finding[]> {
  const { pendingCount, failedCount, oldestDueSeconds } = await countUnsent(services);
  const found: Finding[] = [await examineMailServer(services)];
  if (failedCount > 0)
    found.push(
      warning(
        "mail",
        `${failedCount} mails have failed.`,
        "`npm run admin -- mail list` says why; `mail retry --all` sends again what is still of use.",
      ),
    );
  if (oldestDueSeconds > mailWaitsSeconds)
    found.push(
      warning(
        "mail",
        `${pendingCount} mails wait, the first for ${oldestDueSeconds} s.`,
        "`npm run admin -- mail list` says what is in the way.",
      ),
    );
  return found;
}

async function examineMailServer({ settings }: Services): Promise<Finding> {
  if (!settings.smtpUrl) return ok("mail", "Mail is written into files, since SMTP_URL is not set.");
  const { host } = new URL(settings.smtpUrl);
  try {
    await checkMailer(settings.smtpUrl);
    return ok("mail", `The mail server ${host} lets us in.`);
  } catch (cause) {
    const { message } = cause as Error;
    return error(
      "mail",
      `The mail server ${host} cannot be used: ${message}.`,
      "Correct SMTP_URL, or the server.",
    );
  }
}

/** Whether workspaces' own sign-in keeps working: client secrets, and TXT records as of their weekly check. */
export async function examineSignIn(services: Services): Promise<Finding[]> {
  const { secrets, domains } = await findFaults(services);
  const found = [
    ...secrets.map(({ workspace, connection, protocol, expiresOn, isExpired }) =>
      warning(
        "sign-in",
        `The ${protocol === "SAML" ? "signing certificate" : "client secret"} of ${connection} in ${workspace} ${isExpired ? "expired" : "expires"} on ${expiresOn}.`,
        "Its administrators enter a new one under Settings, Sign-in; where none gets in, `npm run admin -- connection repair` does.",
      ),
    ),
    ...domains.map(({ workspace, name }) =>
      warning(
        "sign-in",
        `The TXT record of ${name} in ${workspace} is missing. People sign in as before.`,
        "Its administrators publish it again. If the company has given the domain up, `npm run admin -- email-domain remove` frees it.",
      ),
    ),
  ];
  return found.length > 0
    ? found
    : [
        ok(
          "sign-in",
          "No client secret or signing certificate of a workspace expires within 30 days, and no TXT record is missing.",
        ),
      ];
}

const workWaitsSeconds = (5 * minute) / 1000;

/** Whether due work is carried out. */
export async function examineQueues(services: Services): Promise<Finding[]> {
  // Loaded here only: a process that registers the kinds of work also carries it out.
  const { listQueues } = await import("@/server/api/due-jobs");
  const queues = await listQueues(services);
  const late = queues.filter(({ oldestSeconds }) => oldestSeconds > workWaitsSeconds);
  if (late.length === 0) return [ok("queues", `No work of ${queues.length} kinds is late.`)];
  return late.map(({ kind, dueCount, oldestSeconds, workerCount }) => {
    const message = `${dueCount} items of ${kind} are due, the first for ${oldestSeconds} s.`;
    return workerCount === 0
      ? error(
          "queues",
          `${message} No process carries them out.`,
          "Start the service, or have /api/cron called.",
        )
      : warning("queues", message, "Raise WORK_SLOTS, or start one more process.");
  });
}
