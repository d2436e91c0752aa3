import type { ErrorRow } from "./conditions";
import type { Field } from "./fields";
import type { CodeSample } from "./request-code";
import type { RoleRow } from "./roles";

/** A success answer of an operation. */
export interface OperationAnswer {
  status: number;
  description: string;
  headers: Field[];
  fields: Field[];
  /** JSON text; null without a body. */
  sample: string | null;
}

/** A parameter that a person may fill in to try a read. */
export interface TryParameter {
  name: string;
  in: "path" | "query";
  isRequired: boolean;
  example: string;
}

/** One operation as its page shows it: plain data, in English. */
export interface Operation {
  slug: string;
  title: string;
  version: "v1" | "v2";
  /** Its group's heading, such as "Leave types". */
  group: string;
  operationId: string;
  method: string;
  path: string;
  description: string;
  /** The scope that a key needs; `any` for any key, `public` for none, `legacy` for a v1 key. */
  scope: string;
  plan: "COMPLETE" | null;
  roles: RoleRow[];
  pathParameters: Field[];
  queryParameters: Field[];
  headerParameters: Field[];
  body: { fields: Field[]; isRequired: boolean; sample: string } | null;
  answers: OperationAnswer[];
  errors: ErrorRow[];
  limits: string[];
  samples: CodeSample[];
  /** Set for reads. */
  tryParameters: TryParameter[] | null;
}

/** `createWebhook` in a URL: `create-webhook`. */
export const slugOf = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A path with values for its parameters. */
export const filledPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
