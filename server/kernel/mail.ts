import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import type { Clock } from "./clock";
import { second } from "./clock";
import type { Settings } from "./env";
import { newId } from "./ids";
import { mailBody } from "./mail-body";

export interface Mail {
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stays the same when a mail is sent again, so that a second copy can be told as one; without brackets. */
  messageId?: string;
  /** Whom to write to for getting no more of this kind: List-Unsubscribe (RFC 2369). */
  unsubscribe?: { address: string; subject: string };
  /** An invitation to an event, or its end (RFC 5546, RFC 6047): programs put it into the calendar. */
  calendar?: MailCalendar;
  /** A file on the disk that goes with it; read while it is sent. */
  attachment?: { filename: string; contentType: string; path: string };
}

export interface MailCalendar {
  method: "REQUEST" | "CANCEL";
  /** iCalendar text (RFC 5545). */
  text: string;
}

export interface Mailer {
  /**
   * Hands the mail over to the server, or writes it into the outbox.
   * @throws what went wrong on the way; its `command` is DATA when the server has the text but never answered
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** One address and nothing that could become a second recipient or a header. */
const plainAddress = /^[^\s<>,;:"()[\]\\@\p{Cc}]+@[^\s<>,;:"()[\]\\@\p{Cc}]+$/u;

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** The address of "Name <address>". */
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
    // Vacation answers to a machine help nobody.
    headers: { "Auto-Submitted": "auto-generated" },
    ...(mail.messageId ? { messageId: `<${mail.messageId}>` } : {}),
    ...(mail.unsubscribe ? { list: { unsubscribe: unsubscribeUrl(mail.unsubscribe) } } : {}),
    ...(mail.calendar
      ? { icalEvent: { method: mail.calendar.method, content: mail.calendar.text, filename: "leave.ics" } }
      : {}),
    ...(mail.attachment ? { attachments: [mail.attachment] } : {}),
    // Only the attachment names a file; everything else is text.
    disableFileAccess: !mail.attachment,
    disableUrlAccess: true,
  };
}

/** nodemailer takes options either from a URL or from an object, so these join the URL, behind what the operator wrote. */
function smtpUrlOf(url: string): string {
  const defaults = {
    pool: "true",
    maxConnections: 10,
    // By itself the pool sends a mail again whose connection broke, also when the server already had it.
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
 * nodemailer writes a mail's end apart from its text, and Nagle's algorithm holds that back until the server has acknowledged the text:
 * some 40 ms for each mail. So its sockets come from here. It is given one that is still connecting: a failure is its own to tell of.
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

/** Complete or absent: a reader of the folder never sees half a file. Names sort by time. */
async function writeToOutbox(folder: string, now: Date, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${fileTime(now)}-${newId()}`;
  const draft = path.join(folder, `.${name}.tmp`);
  const file = await open(draft, "wx", 0o600);
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

/** Calls a mail's `onHandedOver` when the server has taken its whole text; nodemailer's errors do not tell. */
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

/** A pooled connection that the server has closed in the meantime: nothing was sent. */
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
      const told = error as { code?: string; responseCode?: number };
      if (isHandedOver && told.responseCode === undefined) throw Object.assign(told, { command: "DATA" });
      if (tries > 1 || !isStale(told)) throw error;
    }
  }
}

/** Greets the server and signs in, and sends nothing. @throws what was in the way */
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
  // A URL leaves no room for functions. One for a proxy, which the URL may name, comes later and wins.
  Object.assign(transport.transporter, { getSocket });
  watchHandOver(transport);
  return {
    send: async (mail) => handOver(transport, message(settings, clock(), mail)),
    close: () => transport.close(),
  };
}

/** Where mails go as files as long as there is no SMTP_URL (decision 1.7). */
export const outboxFolder = ({ dataDir }: Settings): string => path.resolve(dataDir, "outbox");

/** Removes files of mails that were written before. @returns how many */
export async function deleteOldOutbox(settings: Settings, before: Date): Promise<number> {
  const folder = outboxFolder(settings);
  const first = fileTime(before);
  const names = await readdir(folder).catch(() => []);
  // Begun by a process that ended meanwhile, too.
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
