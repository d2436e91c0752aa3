import { africa } from "./corrections/africa";
import { asia } from "./corrections/asia";
import type { Change } from "./corrections/correction";
import { europe } from "./corrections/europe";
import { latinAmerica } from "./corrections/latin-america";
import { northAmerica } from "./corrections/north-america";
import { oceania } from "./corrections/oceania";
import type { SourceQuery } from "./schema";

/**
 * Known differences. Compared in November 2026, with the laws and lists named at each and with the `holidays` collection
 * of vacanza, another one: every country of the source but those below. Lunar dates are the source's, and
 * days that a government announces or moves year by year are in neither.
 *
 * Not compared, since no law or list was certain enough:
 * - Americas: Anguilla, Barbados, Bermuda, Bolivia, Bonaire, both Virgin Islands, Curaçao, Grenada, Guatemala, Guyana,
 *   Haiti, Montserrat, Paraguay, Saint Lucia, Saint Vincent, Suriname, Turks and Caicos Islands.
 * - Asia: India, Malaysia, Uzbekistan; and only in part Bangladesh (Hindu and Buddhist days), Brunei (days of rest),
 *   Singapore, Sri Lanka and Thailand (Buddhist days from 2027), Vietnam (the second day of National Day).
 * - Africa: Burkina Faso, Burundi, Cameroon, Cabo Verde, Chad, Comoros, both Congos, Djibouti, Egypt (days moved to a
 *   Thursday), Equatorial Guinea, Eritrea, Eswatini, Ethiopia, Gabon, Gambia, Guinea, Guinea-Bissau, Libya, Madagascar,
 *   Malawi, Mali, Mauritania, Mauritius, Niger, Saint Helena, São Tomé, Sierra Leone, Somalia, South Sudan, Sudan, Togo,
 *   Western Sahara; and only in part Morocco and Tunisia (length of the Eids).
 * - Oceania: American Samoa, Christmas, Cocos and Norfolk Islands, Guam; and only in part Fiji (Girmit Day, Diwali).
 */
const corrections = [...africa, ...asia, ...europe, ...latinAmerica, ...northAmerica, ...oceania];

/** The changes to the source's holidays that bring them to the place's official list, by rule. */
export function correctionsOf({ country, state }: SourceQuery): Record<string, Change> {
  const here = corrections.filter(
    (one) => one.country === country && (!one.states || one.states.includes(state ?? "")),
  );
  return Object.assign({}, ...here.map(({ changes }) => changes));
}
