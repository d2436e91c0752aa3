// RFC 5321, 4.1.2: a dot-string of atext; letters of other alphabets are RFC 6531's. Quoted strings are nobody's address.
const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;
const internationalDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** A domain with letters of other alphabets as the name service has it (RFC 5890: A-labels); any other as it is. */
function asciiDomain(text: string): string {
  if (!internationalDomain.test(text) || /^[!-~]*$/.test(text)) return text;
  // The one function of both Node and browsers that knows IDNA.
  return URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : text;
}

/**
 * An e-mail address as it is stored and compared: its domain in ASCII, its letters in the case in which they were written.
 * @returns null for what is none
 */
export function emailAddress(text: string): string | null {
  const typed = text.normalize("NFC");
  const at = typed.lastIndexOf("@");
  const [name, host] = [typed.slice(0, at), asciiDomain(typed.slice(at + 1))];
  const fits = at > 0 && name.length <= 64 && host.length <= 253 && name.length + host.length < 254;
  return fits && local.test(name) && domain.test(host) ? `${name}@${host}` : null;
}

/** What somebody typed to be found by: as an address is stored, or as it is. */
export const typedAddress = (text: string): string => emailAddress(text.trim()) ?? text.trim();
