import { CircleCheck, CircleX } from "lucide-react";
import { Card } from "@/app/_ui/card";
import { CodeBlock } from "@/app/_ui/code-block";
import { RelativeTime } from "@/app/_ui/relative-time";
import type { AttemptView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";
import { failureWords } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";

/** Every attempt, newest first; the newest is open. */
export function Attempts({ attempts }: { attempts: readonly AttemptView[] }) {
  const newest = attempts.at(-1)?.number;
  return (
    <section aria-labelledby="attempts-heading" className="flex flex-col gap-3">
      <h2 id="attempts-heading" className="font-semibold">
        Attempts
      </h2>
      {attempts.length === 0 ? <p className="text-muted">None has been made.</p> : null}
      <ol aria-labelledby="attempts-heading" className="flex flex-col gap-3 empty:hidden">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <Attempt attempt={attempt} open={attempt.number === newest} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Attempt({ attempt, open }: { attempt: AttemptView; open: boolean }) {
  const { number, attemptedAt, durationMs, httpStatus, error } = attempt;
  const Icon = error ? CircleX : CircleCheck;
  return (
    <Card>
      <div className="flex items-start gap-2.5">
        <Icon
          aria-hidden
          className={`mt-0.5 size-4 shrink-0 ${error ? "text-danger-text" : "text-success-text"}`}
        />
        <div className="min-w-0">
          <h3 className="font-medium">
            Attempt {number}: {error ? failureWords(attempt) : `Received, ${httpStatus}`}
          </h3>
          <p className="text-muted text-xs">
            <RelativeTime at={attemptedAt} show="local" /> · {durationMs} ms ·{" "}
            <span className="wrap-anywhere">{attempt.url}</span>
          </p>
        </div>
      </div>
      <details open={open} className="group mt-3">
        <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm font-medium text-muted hover:text-fg">
          Request and response of attempt {number}
        </summary>
        <div className="mt-3 grid gap-3 lg:grid-cols-2">
          <CodeBlock label={`Request headers ${number}`} code={headerText(attempt.requestHeaders)} />
          <CodeBlock
            label={`Response headers ${number}`}
            code={attempt.responseHeaders ? headerText(attempt.responseHeaders) : "No answer"}
          />
          <CodeBlock label={`Signed text ${number}`} code={attempt.signedText} />
          <CodeBlock label={`Response body ${number} (first 16 KB)`} code={attempt.responseBody || "Empty"} />
        </div>
      </details>
    </Card>
  );
}

const headerText = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
