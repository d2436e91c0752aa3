import { getTranslations } from "next-intl/server";
import { type FieldRow, FieldRows } from "@/app/(app)/dashboard/(integrations)/open-api/reference/field-rows";
import { RichText } from "@/app/(app)/dashboard/(integrations)/open-api/reference/rich-text";
import { AnchoredHeading, Section } from "@/app/(app)/dashboard/(integrations)/open-api/reference/section";
import type { Field } from "@/server/api/reference/fields";
import type { Operation, OperationAnswer } from "@/server/api/reference/operation";

type Props = {
  caption: string;
  fields: readonly Field[];
  /** In a response no field is required: optional ones are marked instead. */
  isAnswer?: boolean;
};

const rowsOf = (fields: readonly Field[], parents: string[] = []): FieldRow[] =>
  fields.flatMap((field, place) => {
    const path = [...parents.slice(-1), `${field.name}.${place}`].join("/");
    const row: FieldRow = {
      name: field.name,
      isRequired: field.isRequired,
      hasFields: field.fields.length > 0,
      path,
      parents,
      facts: <FieldFacts field={field} />,
    };
    return [row, ...rowsOf(field.fields, [...parents, path])];
  });

/** Parameters or fields. The server renders their facts; the browser only shows and hides rows. */
export const FieldTable = ({ caption, fields, isAnswer = false }: Props) => (
  <FieldRows caption={caption} rows={rowsOf(fields)} isAnswer={isAnswer} />
);

/** Type, description and limits, in the API's own language. */
const FieldFacts = ({ field: { type, description, facts } }: { field: Field }) => (
  <span lang="en" className="flex flex-col gap-1 text-pretty">
    <span className="text-muted text-xs leading-5">{type}</span>
    {description ? (
      <span>
        <RichText>{description}</RichText>
      </span>
    ) : null}
    {facts.length > 0 ? (
      <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-muted text-xs">
        {facts.map((fact) => (
          <span key={fact}>
            <RichText>{fact}</RichText>
          </span>
        ))}
      </span>
    ) : null}
  </span>
);

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
