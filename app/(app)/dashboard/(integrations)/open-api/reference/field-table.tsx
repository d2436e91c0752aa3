import { type FieldRow, FieldRows } from "@/app/(app)/dashboard/(integrations)/open-api/reference/field-rows";
import { RichText } from "@/app/(app)/dashboard/(integrations)/open-api/reference/rich-text";
import type { Field } from "@/server/api/reference/fields";

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
