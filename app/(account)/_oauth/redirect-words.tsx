import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RedirectTarget } from "@/server/oauth/redirect-uri";

/** Second-level domains under which a country registers names, such as co.uk: the owner's name comes before them. */
const sharedSecondLevel = /^(?:ac|co|com|edu|gob|gov|gouv|ltd|me|ne|net|nom|or|org|plc|sch)\.[a-z]{2}$/;
const address = /^(?:[\d.]+|\[.*\])$/;

/** Splits a host before its registered part, which no long sub-domain may push out of sight. */
function splitHost(authority: string): { before: string; registered: string; port: string } {
  const [, host = "", port = ""] = /^(.*?)(:\d+)?$/.exec(authority.toLowerCase()) ?? [];
  if (address.test(host)) return { before: "", registered: host, port };
  const labels = host.split(".");
  const kept = sharedSecondLevel.test(labels.slice(-2).join(".")) ? 3 : 2;
  const before = labels.slice(0, -kept);
  return {
    before: before.length > 0 ? `${before.join(".")}.` : "",
    registered: labels.slice(-kept).join("."),
    port,
  };
}

/** The redirect target in words. Hosts are ASCII, so an internationalised name appears in its xn-- form. */
export function RedirectWords({ target }: { target: RedirectTarget }) {
  const t = useTranslations("consent");
  const strong = (words: ReactNode) => <strong className="font-semibold">{words}</strong>;
  if (target.kind === "loopback")
    return <span>{t.rich("targets.loopback", { strong, host: target.host })}</span>;
  if (target.kind === "private-scheme")
    return (
      <span>
        {t.rich("targets.private", {
          strong,
          scheme: () => <code className="font-mono text-[0.8125rem] wrap-anywhere">{target.scheme}:</code>,
        })}
      </span>
    );
  const { before, registered, port } = splitHost(target.host);
  return (
    <span className="wrap-anywhere">
      <span className="text-muted">{before}</span>
      <strong className="font-semibold">{registered}</strong>
      <span className="text-muted">{port}</span>
    </span>
  );
}
