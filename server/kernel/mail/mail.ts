import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import type { Settings } from "@/server/kernel/env";
import { newId } from "@/server/kernel/ids";
import type { Clock } from "@/server/kernel/time/clock";
import { second } from "@/server/kernel/time/clock";
import { mailBody } from "./mail-body";

export interface Mail {
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stays the same when a mail is resent, so that a duplicate is recognizable; without brackets. */
  messageId?: string;
  /** Where to unsubscribe from this kind of mail: List-Unsubscribe (RFC 2369). */
  unsubscribe?: { address: string; subject: string };
  /** A calendar invitation or its cancellation (RFC 5546, RFC 6047): mail clients add it to the calendar. */
  calendar?: MailCalendar;
  /** An attached file on disk; read during sending. */
  attachment?: { filename: string; contentType: string; path: string };
}

export interface MailCalendar {
  method: "REQUEST" | "CANCEL";
  /** iCalendar text (RFC 5545). */
  text: string;
}

export interface Mailer {
  /**
   * Delivers the mail to the server, or writes it into the outbox.
   * @throws the delivery error; its `command` is DATA when the server received the text but never answered
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Exactly one address, and nothing that could become a second recipient or a header. */
const plainAddress = /^[^\s<>,;:"()[\]\\@\p{Cc}]+@[^\s<>,;:"()[\]\\@\p{Cc}]+$/u;

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** The address in "Name <address>". */
export const addressOf = (from: string): string => oneLine(/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from);

function unsubscribeUrl({ address, subject }: NonNullable<Mail["unsubscribe"]>): string {
  if (!plainAddress.test(address)) throw new Error("The address to unsubscribe at is not one plain address.");
  return `mailto:${encodeURIComponent(address).replace("%40", "@")}?subject=${encodeURIComponent(oneLine(subject))}`;
}

function message({ emailFrom }: Settings, now: Date, mail: Mail): SendMailOptions {
  if (!plainAddress.test(mail.to))
    throw Object.assign(new Error("The mail's recipient is not one plain address."), { code: "EENVELOPE" });
  return {
    from: oneLine(emailFrom),
    to: { name: "", address: mail.to },
    subject: oneLine(mail.subject),
    date: now,
    text: mailBody(mail.text),
    html: mailBody(mail.html),
    // Suppresses vacation replies: RFC 3834, and Exchange's own header (MS-OXCMAIL).
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    ...(mail.messageId ? { messageId: `<${mail.messageId}>` } : {}),
    ...(mail.unsubscribe ? { list: { unsubscribe: unsubscribeUrl(mail.unsubscribe) } } : {}),
    ...(mail.calendar
      ? { icalEvent: { method: mail.calendar.method, content: mail.calendar.text, filename: "leave.ics" } }
      : {}),
    ...(mail.attachment ? { attachments: [mail.attachment] } : {}),
    // Only the attachment reads a file; everything else is text.
    disableFileAccess: !mail.attachment,
    disableUrlAccess: true,
  };
}

/** nodemailer takes options from a URL or from an object, not both. So the defaults join the URL; the operator's settings win. */
function smtpUrlOf(url: string): string {
  const defaults = {
    pool: "true",
    maxConnections: 10,
    // By default the pool resends a mail whose connection broke, even if the server already received it.
    maxRequeues: 0,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 60 * second,
  };
  const given = new URL(url);
  for (const [name, value] of Object.entries(defaults))
    if (!given.searchParams.has(name)) given.searchParams.set(name, String(value));
  return given.href;
}

interface Place {
  host?: string;
  port?: number;
  secure?: boolean;
  localAddress?: string;
}
type GetSocket = (place: Place, done: (error: null, socket: object) => void) => void;

/**
 * nodemailer writes the end of a mail separately from its text, and Nagle's algorithm delays it until the server acknowledges the text:
 * about 40 ms per mail. So its sockets are opened here. It gets a socket that is still connecting and reports a connection failure itself.
 */
const getSocket: GetSocket = ({ host, port, secure, localAddress }, done) => {
  const connection = connect({
    host: host ?? "localhost",
    port: port ?? (secure ? 465 : 587),
    ...(localAddress && { localAddress }),
    keepAlive: true,
  });
  connection.setNoDelay(true);
  done(null, { connection });
};

const fileTime = (at: Date): string => at.toISOString().replaceAll(":", "-");

/** Opens a new file in a folder, which may have to be created, or was deleted since the last mail. */
async function openIn(folder: string, name: string) {
  const create = () => open(path.join(folder, name), "wx", 0o600);
  try {
    return await create();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return create();
  }
}

/** Writes the file atomically: a reader of the folder never sees half a file. Names sort by time. */
async function writeToOutbox(folder: string, now: Date, content: Buffer): Promise<void> {
  const name = `${fileTime(now)}-${newId()}`;
  const draft = path.join(folder, `.${name}.tmp`);
  const file = await openIn(folder, `.${name}.tmp`);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
  await rename(draft, path.join(folder, `${name}.eml`));
}

interface Watched extends SendMailOptions {
  onHandedOver(): void;
}

/** Calls a mail's `onHandedOver` once the server has received its whole text; nodemailer's errors do not report this. */
function watchHandOver(transport: Transporter): void {
  transport.use("stream", (mail, done) => {
    const create = mail.message.createReadStream.bind(mail.message);
    mail.message.createReadStream = (options) => {
      const stream = create(options);
      stream.once("end", (mail.data as unknown as Watched).onHandedOver);
      return stream;
    };
    done();
  });
}

/** A stale pooled connection, which the server closed in the meantime: nothing was sent. */
const isStale = ({ code, responseCode }: { code?: string; responseCode?: number }): boolean =>
  responseCode === undefined && (code === undefined || code === "ECONNECTION" || code === "ESOCKET");

async function handOver(transport: Transporter, mail: SendMailOptions): Promise<void> {
  for (let tries = 1; ; tries++) {
    let isHandedOver = false;
    const onHandedOver = () => {
      isHandedOver = true;
    };
    const watched: Watched = { ...mail, onHandedOver };
    try {
      return void (await transport.sendMail(watched));
    } catch (error) {
      const cause = error as { code?: string; responseCode?: number };
      if (isHandedOver && cause.responseCode === undefined) throw Object.assign(cause, { command: "DATA" });
      if (tries > 1 || !isStale(cause)) throw error;
    }
  }
}

/** Connects to the server and authenticates; sends nothing. @throws the connection or authentication error */
export async function checkMailer(smtpUrl: string): Promise<void> {
  const transport = createTransport(smtpUrlOf(smtpUrl));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function bySmtp(settings: Settings, url: string, clock: Clock): Mailer {
  const transport: Transporter = createTransport(smtpUrlOf(url));
  // A URL cannot carry functions. A `getSocket` for a proxy, which the URL may name, is set later and wins.
  Object.assign(transport.transporter, { getSocket });
  watchHandOver(transport);
  return {
    send: async (mail) => handOver(transport, message(settings, clock(), mail)),
    close: () => transport.close(),
  };
}

/** Where mails are written as files without SMTP_URL (decision 1.7). */
export const outboxFolder = ({ dataDir }: Settings): string => path.resolve(dataDir, "outbox");

/** Deletes files of mails written before the given time. @returns how many */
export async function deleteOldOutbox(settings: Settings, before: Date): Promise<number> {
  const folder = outboxFolder(settings);
  const first = fileTime(before);
  const names = await readdir(folder).catch(() => []);
  // Includes drafts of a process that has ended.
  const old = names.filter(
    (name) => /^\.?\d{4}-.*\.(eml|tmp)$/.test(name) && name.replace(/^\./, "") < first,
  );
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old.length;
}

function byOutbox(settings: Settings, clock: Clock): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const folder = outboxFolder(settings);
  return {
    async send(mail) {
      const now = clock();
      const { message: content } = await transport.sendMail(message(settings, now, mail));
      if (!Buffer.isBuffer(content)) throw new Error("The mail was not rendered into a buffer.");
      await writeToOutbox(folder, now, content);
    },
    close: () => transport.close(),
  };
}

/** Outgoing mail: by SMTP_URL, else as `.eml` files in $DATA_DIR/outbox (decision 1.7). */
export const createMailer = (settings: Settings, clock: Clock): Mailer =>
  settings.smtpUrl ? bySmtp(settings, settings.smtpUrl, clock) : byOutbox(settings, clock);
