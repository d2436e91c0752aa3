import { asksForCertificate, type RuleKind } from "@/drizzle/schema/values";

/** What a leave rule says of a leave. */
interface Said {
  kind: RuleKind;
  facts: Readonly<Record<string, string | number>>;
}

/** The rules that a leave breaks. One that asks for a certificate is a duty, and none of them. */
export const brokenAmong = <R extends Pick<Said, "kind">>(rules: readonly R[]): R[] =>
  rules.filter(({ kind }) => !asksForCertificate(kind));

/** The day by which rules want a certificate, the earliest of several; null when none does. */
export const findCertificateDue = (rules: readonly Said[]): string | null =>
  rules.flatMap(({ kind, facts }) => (asksForCertificate(kind) ? [String(facts.dueOn)] : [])).sort()[0] ??
  null;
