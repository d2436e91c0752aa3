/** `scimType` of RFC 7644, 3.12. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue"
  | "sensitive";

/** A refusal in SCIM's format (RFC 7644, 3.12). */
export class ScimError extends Error {
  constructor(
    readonly status: number,
    readonly scimType: ScimType | null,
    readonly detail: string,
  ) {
    super(detail);
  }
}

export const invalidPath = (path: string): ScimError =>
  new ScimError(400, "invalidPath", `There is no attribute "${path.slice(0, 200)}".`);
export const invalidValue = (detail: string): ScimError => new ScimError(400, "invalidValue", detail);
export const invalidSyntax = (detail: string): ScimError => new ScimError(400, "invalidSyntax", detail);
