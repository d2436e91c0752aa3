import type { PlainOutputField } from "zapier-platform-core";
import { z } from "zod";

/** `leave__startDate` is "Leave Start Date", `leave__leaveType__name` "Leave Type Name", `leave__leaveTypeId` "Leave Type ID". */
const labelOf = (path: readonly string[]): string =>
  path
    .slice(-2)
    .flatMap((key) => key.split(/(?=[A-Z])/))
    .map((word) => (word.toLowerCase() === "id" ? "ID" : word.charAt(0).toUpperCase() + word.slice(1)))
    .filter((word, index, words) => word !== words[index - 1])
    .join(" ");

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? bare(schema.unwrap()) : schema;
}

function typeOf(schema: unknown): PlainOutputField["type"] {
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodNumber) return schema.format === null ? "number" : "integer";
  const { override } = (schema instanceof z.ZodString && schema.meta()) || {};
  return (override as { format?: string } | undefined)?.format === "date-time" ? "datetime" : "string";
}

/** The fields of one of our records, as Zapier lists them for the next step. The ID of the user in `userId` is not listed twice. */
export function outputFields(schema: z.ZodObject, path: readonly string[] = []): PlainOutputField[] {
  const { shape } = schema;
  return Object.entries(shape).flatMap(([key, value]) => {
    const [at, of] = [[...path, key], bare(value)];
    if (of instanceof z.ZodObject) {
      const fields = outputFields(of, at);
      return `${key}Id` in shape ? fields.filter((field) => field.key !== [...at, "id"].join("__")) : fields;
    }
    const isList = of instanceof z.ZodArray;
    const type = typeOf(isList ? of.element : of);
    return [{ key: at.join("__"), label: labelOf(at), type, ...(isList && { list: true }) }];
  });
}
