// Order matters: Exchange and some others name browsers, too.
const programs = [
  { name: "Google Calendar", mark: /\bGoogle-Calendar-Importer\b/i },
  { name: "Outlook", mark: /\b(?:Outlook|Microsoft[ .]Exchange|Microsoft Office)\b/i },
  { name: "Thunderbird", mark: /\bThunderbird\//i },
  { name: "ICSx⁵", mark: /\bICSx5\//i },
  { name: "Apple Calendar", mark: /\b(?:CalendarAgent|dataaccessd)\b|^(?:iOS|macOS|Mac OS X)\//i },
  { name: "Evolution", mark: /\bEvolution\//i },
  { name: "Nextcloud", mark: /\bNextcloud\b/i },
] as const;

const maxCharacters = 40;

/** The client that fetched a feed, by its User-Agent: the name of a known calendar program, else the truncated header. */
export function programOf(userAgent: string): string {
  const known = programs.find(({ mark }) => mark.test(userAgent));
  if (known) return known.name;
  const characters = Array.from(userAgent.trim());
  return characters.length > maxCharacters
    ? `${characters.slice(0, maxCharacters).join("")}…`
    : characters.join("");
}
