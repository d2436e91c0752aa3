import { getTranslations } from "next-intl/server";
import { FieldTable } from "@/app/(app)/dashboard/(integrations)/open-api/reference/field-table";
import { RichText } from "@/app/(app)/dashboard/(integrations)/open-api/reference/rich-text";
import { AnchoredHeading, Section } from "@/app/(app)/dashboard/(integrations)/open-api/reference/section";
import type { Operation, OperationAnswer } from "@/server/api/reference/operation";

/** The successful responses of an operation: bodies and headers. */
export async function Answers({ operation: { answers } }: { operation: Operation }) {
  const t = await getTranslations("reference");
  return (
    <Section id="responses" title={t("responses")}>
      {answers.map((answer, place) => (
        <Answer key={answer.description} answer={answer} id={idOf(answers, place)} />
      ))}
    </Section>
  );
}

/** An operation's result has the status of the write itself, so another response may have the same status. */
const idOf = (answers: readonly OperationAnswer[], place: number): string =>
  place > 0 && answers[0]?.status === 202 ? "operation-result" : `response-${answers[place]?.status}`;

async function Answer({ answer, id }: { answer: OperationAnswer; id: string }) {
  const t = await getTranslations("reference");
  const { status, description, fields, headers } = answer;
  const name = id === "operation-result" ? t("operationResult") : t("response", { status });
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <AnchoredHeading level={3} id={id} className="flex items-center gap-2">
        {name}
      </AnchoredHeading>
      <p lang="en" className="text-muted">
        <RichText>{description}</RichText>
      </p>
      {fields.length > 0 ? <FieldTable isAnswer caption={t("bodyOf", { name })} fields={fields} /> : null}
      {headers.length > 0 ? (
        <details className="rounded-md border border-line px-3 py-1.5">
          <summary className="min-h-6 font-medium text-muted">
            {t("headers", { count: headers.length })}
          </summary>
          <FieldTable isAnswer caption={t("headersOf", { name })} fields={headers} />
        </details>
      ) : null}
    </div>
  );
}
