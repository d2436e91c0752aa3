/** A sentence of the import, by the key of its words; what stands in the groups is told again. */
const sentences = {
  required: /^Is required\.$/,
  partDayRequired: /^Is required for a part day\.$/,
  placeRequired: /^Is required: you can't access the default\.$/,
  unknownField: /^Is not a known field\.$/,
  invalid: /^Must be (?:a string|an array|an object|true or false)\.$/,
  date: /^Must be a date that exists, in the form YYYY-MM-DD\.$/,
  years: /^Must be from (?<from>\d+) to (?<to>\d+)\.$/,
  beforeStart: /^Must not be before startDate\.$/,
  whole: /^Must be a whole number from (?<from>\d+) to (?<to>\d+)\.$/,
  number: /^Must be a (?:finite )?number\.$/,
  decimals: /^Must have at most three decimals\.$/,
  zero: /^Must not be 0\.$/,
  least: /^Must be at least (?<limit>-?\d+)\.$/,
  most: /^Must be at most (?<limit>-?\d+)\.$/,
  partDayOnly: /^Is only for part days: set isFullDayLeave to false\.$/,
  endTime: /^Must be after the start, and not after midnight\.$/,
  empty: /^Must not be empty\.$/,
  characters: /^(?:Must not contain (?:control|hidden) characters|Must be well-formed Unicode)\.$/,
  length: /^Must have at most (?<limit>[\d,]+) characters\.$/,
  labelCount: /^Must have at most (?<limit>[\d,]+) labels\.$/,
  address: /^Must be an email address\.$/,
  addressTaken: /^Another person already has this email address\.$/,
  sameAddress: /^Is the same as in row (?<row>\d+)\.$/,
  location: /^Must be a location you can access\.$/,
  department: /^Must be a department you can access\.$/,
  label: /^Must be a label in this workspace\.$/,
  person: /^Must be a user you can access\.$/,
  managed: /^Must be someone you manage\.$/,
  several: /^More than one person has this employee ID\.$/,
  inactive: /^The user is not active\.$/,
  type: /^Must be an existing leave type\.$/,
  typeInactive: /^This leave type isn't active\.$/,
  typeElsewhere: /^This leave type isn't available at the person's location\.$/,
  typeUnlimited: /^This leave type is unlimited at the person's location\.$/,
  overlapsLeave: /^Overlaps leave-[\w-]+\.$/,
  overlapsRow: /^Overlaps row (?<row>\d+)\.$/,
  uncovered: /^There isn't enough balance\.$/,
  fullDays: /^This leave type can only be taken in full days\.$/,
  halfDay: /^For this leave type, a part day must be half a day: (?<hours>[\d.]+) hours\.$/,
  steps: /^This leave type must be taken in (?<step>whole|half|quarter) hours\.$/,
  beforeEmployment: /^Must not be before the first day of employment, (?<date>[\d-]+)\.$/,
  afterEmployment: /^Must not be after the last day of employment, (?<date>[\d-]+)\.$/,
  tooLong: /^A leave can last ten years at most\.$/,
  tooFar: /^Must be within the next ten years\.$/,
  noWorkingDays: /^The leave has no working days\.$/,
  reasonNeeded: /^This leave type needs a reason\.$/,
  tooEarly: /^Must not be before (?<date>[\d-]+), when this person's first accounting year starts\.$/,
  already: /^Already there, with (?<days>-?[\d.]+) days\.$/,
  sameOpening: /^Has the same person, leave type and date as row (?<row>\d+)\.$/,
  taken: /^Would leave booked or requested leave uncovered\.$/,
} as const;

export type Sentence = keyof typeof sentences;

/** Which sentence of the import it is, and what it names; null for one that is not known here: then it is shown as it is. */
export function sentenceOf(message: string): { key: Sentence; named: Record<string, string> } | null {
  for (const [key, pattern] of Object.entries(sentences)) {
    const found = pattern.exec(message);
    if (found) return { key: key as Sentence, named: { ...found.groups } };
  }
  return null;
}
