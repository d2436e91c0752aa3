// RFC 5321, 4.1.2: a dot-string of atext; RFC 6531 adds letters of other alphabets. Quoted strings are refused: no one uses them.
const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;
const internationalDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** Converts a domain with letters of other alphabets to its DNS form (RFC 5890: A-labels); returns any other domain unchanged. */
function asciiDomain(text: string): string {
  if (!internationalDomain.test(text) || /^[!-~]*$/.test(text)) return text;
  // The only function with IDNA support in both Node and browsers.
  return URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : text;
}

/**
 * Normalizes an email address for storage and comparison: its domain in ASCII, its letters in their original case.
 * @returns null when the text is not an address
 */
export function emailAddress(text: string): string | null {
  const typed = text.normalize("NFC");
  const at = typed.lastIndexOf("@");
  const [name, host] = [typed.slice(0, at), asciiDomain(typed.slice(at + 1))];
  const fits = at > 0 && name.length <= 64 && host.length <= 253 && name.length + host.length < 254;
  return fits && local.test(name) && domain.test(host) ? `${name}@${host}` : null;
}

/** Normalizes typed text for a lookup by address: in the stored form if it is an address, otherwise only trimmed. */
export const typedAddress = (text: string): string => emailAddress(text.trim()) ?? text.trim();
