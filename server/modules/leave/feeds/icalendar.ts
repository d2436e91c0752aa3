import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { day, plus } from "@/server/kernel/time/clock";

/** A calendar event (RFC 5545), as far as leave and holidays need it. */
export interface CalendarEvent {
  /** Stable for the lifetime of the event (RFC 5545, 3.8.4.7). */
  uid: string;
  /** Revision number. */
  sequence: number;
  changedAt: Date;
  summary: string;
  /** Days `YYYY-MM-DD`, the last included; or instants. */
  time: { first: string; last: string } | { start: Date; end: Date };
  status: "CONFIRMED" | "TENTATIVE";
  isBusy: boolean;
  /** Outlook's display of the time. */
  busyStatus: "FREE" | "TENTATIVE" | "BUSY" | "OOF" | "WORKINGELSEWHERE";
  url: string | null;
  /** Hidden from others in a shared calendar (RFC 5545, 3.8.1.3). */
  isPrivate?: boolean;
  /** Repetitions with the same duration. */
  again?: readonly Date[];
  /** Sender and recipient of an event that is mailed. */
  invitation?: { organizer: string; attendee: { address: string; name: string }; isCancelled: boolean };
}

interface Calendar {
  name: string;
  /** Refresh interval of calendar programs, in hours. */
  refreshHours: number;
  events: readonly CalendarEvent[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
const special = /[\u0000-\u001f\u007f\\;,]/;

/** Escapes text (RFC 5545, 3.3.11); control characters other than line breaks are not allowed at all. */
const escaped = (text: string): string =>
  special.test(text)
    ? text
        .replace(/\r\n?/g, "\n")
        // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
        .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ")
        .replace(/[\\;,]/g, "\\$&")
        .replace(/\n/g, "\\n")
    : text;

const maxOctets = 75;
const ascii = /^[\x20-\x7e]*$/;

/** Folds a line to at most 75 octets without splitting a character (RFC 5545, 3.1). */
function folded(line: string): string {
  if (line.length * 3 <= maxOctets) return `${line}\r\n`;
  if (ascii.test(line)) {
    if (line.length <= maxOctets) return `${line}\r\n`;
    let text = line.slice(0, maxOctets);
    for (let at = maxOctets; at < line.length; at += maxOctets - 1)
      text += `\r\n ${line.slice(at, at + maxOctets - 1)}`;
    return `${text}\r\n`;
  }
  let text = "";
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > maxOctets) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += more;
  }
  return `${text}\r\n`;
}

const dateOf = (iso: string): string => iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10);
const dayAfter = (date: string): string => dayText(dayNumber(date) + 1);
function instantText(at: Date): string {
  const iso = at.toISOString();
  return `${dateOf(iso)}T${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`;
}

/** All-day events end on the day after the last (RFC 5545, 3.6.1). */
const timeLines = (time: CalendarEvent["time"]): string =>
  "first" in time
    ? `DTSTART;VALUE=DATE:${dateOf(time.first)}\r\nDTEND;VALUE=DATE:${dateOf(dayAfter(time.last))}\r\n`
    : `DTSTART:${instantText(time.start)}\r\nDTEND:${instantText(time.end)}\r\n`;

const daysFrom = (start: Date, at: Date): number => (at.getTime() - start.getTime()) / day;

/**
 * A daily rule with the days between excluded, which every program supports; days of other lengths, around a change of the clocks, are
 * listed individually. The list includes the first, since some programs leave it out.
 */
function repeatLines({ time, again = [] }: CalendarEvent): string {
  if ("first" in time || again.length === 0) return "";
  const { start } = time;
  const datesOf = (name: string, instants: readonly Date[]) =>
    instants.length > 0 ? folded(`${name}:${instants.map(instantText).join(",")}`) : "";
  const last = daysFrom(start, again.at(-1) ?? start);
  if (!again.every((at) => Number.isInteger(daysFrom(start, at)))) return datesOf("RDATE", [start, ...again]);
  const taken = new Set(again.map((at) => daysFrom(start, at)));
  const between = Array.from({ length: last }, (_, index) => index + 1).filter((index) => !taken.has(index));
  const left = between.map((index) => plus(start, index * day));
  return `RRULE:FREQ=DAILY;COUNT=${last + 1}\r\n${datesOf("EXDATE", left)}`;
}

/** A quoted parameter value (RFC 5545, 3.2): it must contain neither quotes nor control characters. */
const quoted = (text: string): string => `"${text.replace(/["\p{Cc}]/gu, " ")}"`;

/** The people of an event (RFC 5545, 3.8.4.1, 3.8.4.3): the event is final, so no reply is requested. */
function invitationLines({ invitation }: CalendarEvent): string {
  if (!invitation) return "";
  const { organizer, attendee } = invitation;
  return `${folded(`ORGANIZER:mailto:${organizer}`)}${folded(
    `ATTENDEE;CN=${quoted(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.address}`,
  )}`;
}

const eventText = (event: CalendarEvent): string => {
  const changed = instantText(event.changedAt);
  return `BEGIN:VEVENT\r\n${folded(`UID:${event.uid}`)}DTSTAMP:${changed}\r\nLAST-MODIFIED:${changed}\r\nSEQUENCE:${event.sequence}\r\n${timeLines(event.time)}${repeatLines(event)}${invitationLines(event)}${folded(
    `SUMMARY:${escaped(event.summary)}`,
  )}STATUS:${event.invitation?.isCancelled ? "CANCELLED" : event.status}\r\n${event.isPrivate ? "CLASS:PRIVATE\r\n" : ""}TRANSP:${event.isBusy ? "OPAQUE" : "TRANSPARENT"}\r\nX-MICROSOFT-CDO-BUSYSTATUS:${event.busyStatus}\r\n${
    event.url ? folded(`URL:${event.url}`) : ""
  }END:VEVENT\r\n`;
};

const frame = (head: readonly string[], events: readonly CalendarEvent[]): string =>
  `${["BEGIN:VCALENDAR", "VERSION:2.0", ...head].map(folded).join("")}${events.map(eventText).join("")}END:VCALENDAR\r\n`;

/** One event as an invitation or a cancellation (RFC 5546, 3.2.2, 3.2.5). */
export const invitationText = (method: "REQUEST" | "CANCEL", event: CalendarEvent): string =>
  frame(["PRODID:-//Timeaway//Leave//EN", "CALSCALE:GREGORIAN", `METHOD:${method}`], [event]);

/** The calendar as iCalendar text (RFC 5545), with names and refresh intervals (RFC 7986). */
export function icalendar({ name, refreshHours, events }: Calendar): string {
  const every = `PT${refreshHours}H`;
  const head = [
    "PRODID:-//Timeaway//Calendar feed//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${every}`,
    `X-PUBLISHED-TTL:${every}`,
  ];
  return frame(head, events);
}
