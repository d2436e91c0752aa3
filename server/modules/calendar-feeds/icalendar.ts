import { dayNumber, dayText } from "@/server/kernel/calendar-date";

/** An event of a calendar (RFC 5545), as far as leave and holidays need it. */
export interface CalendarEvent {
  /** The same for as long as the event exists (RFC 5545, 3.8.4.7). */
  uid: string;
  /** Counts its changes. */
  sequence: number;
  changedAt: Date;
  summary: string;
  /** Days `YYYY-MM-DD`, the last included; or instants. */
  time: { first: string; last: string } | { start: Date; end: Date };
  status: "CONFIRMED" | "TENTATIVE";
  isBusy: boolean;
  /** How Outlook shows the time. */
  busyStatus: "FREE" | "TENTATIVE" | "BUSY" | "OOF" | "WORKINGELSEWHERE";
  url: string | null;
}

interface Calendar {
  name: string;
  /** After how many hours programs should look again. */
  refreshHours: number;
  events: readonly CalendarEvent[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const special = /[\u0000-\u001f\u007f\\;,]/;

/** RFC 5545, 3.3.11; other controls than line breaks may not stand in it at all. */
const escaped = (text: string): string =>
  special.test(text)
    ? text
        .replace(/\r\n?/g, "\n")
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
        .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ")
        .replace(/[\\;,]/g, "\\$&")
        .replace(/\n/g, "\\n")
    : text;

const mostOctets = 75;
const ascii = /^[\x20-\x7e]*$/;

/** Lines of at most 75 octets, none of which breaks a character (RFC 5545, 3.1). */
function folded(line: string): string {
  if (line.length * 3 <= mostOctets) return `${line}\r\n`;
  if (ascii.test(line)) {
    if (line.length <= mostOctets) return `${line}\r\n`;
    let text = line.slice(0, mostOctets);
    for (let at = mostOctets; at < line.length; at += mostOctets - 1)
      text += `\r\n ${line.slice(at, at + mostOctets - 1)}`;
    return `${text}\r\n`;
  }
  let text = "";
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > mostOctets) {
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

/** The end of all-day events is the day after the last (RFC 5545, 3.6.1). */
const timeLines = (time: CalendarEvent["time"]): string =>
  "first" in time
    ? `DTSTART;VALUE=DATE:${dateOf(time.first)}\r\nDTEND;VALUE=DATE:${dateOf(dayAfter(time.last))}\r\n`
    : `DTSTART:${instantText(time.start)}\r\nDTEND:${instantText(time.end)}\r\n`;

const eventText = (event: CalendarEvent): string => {
  const changed = instantText(event.changedAt);
  return `BEGIN:VEVENT\r\n${folded(`UID:${event.uid}`)}DTSTAMP:${changed}\r\nLAST-MODIFIED:${changed}\r\nSEQUENCE:${event.sequence}\r\n${timeLines(event.time)}${folded(
    `SUMMARY:${escaped(event.summary)}`,
  )}STATUS:${event.status}\r\nTRANSP:${event.isBusy ? "OPAQUE" : "TRANSPARENT"}\r\nX-MICROSOFT-CDO-BUSYSTATUS:${event.busyStatus}\r\n${
    event.url ? folded(`URL:${event.url}`) : ""
  }END:VEVENT\r\n`;
};

/** The calendar as iCalendar text (RFC 5545), with the names and intervals that programs read (RFC 7986). */
export function icalendar({ name, refreshHours, events }: Calendar): string {
  const every = `PT${refreshHours}H`;
  const head = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Timeaway//Calendar feed//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${every}`,
    `X-PUBLISHED-TTL:${every}`,
  ];
  return `${head.map(folded).join("")}${events.map(eventText).join("")}END:VCALENDAR\r\n`;
}
