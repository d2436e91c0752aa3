/** The form's fields, in page order. */
export const setUpFields = ["country", "timezone", "company", "name", "email", "password"] as const;
export type SetUpField = (typeof setUpFields)[number];

/** The typed values, without the password, and their errors. */
export interface SetUpState {
  values: Partial<Record<SetUpField, string>>;
  errors: Partial<Record<SetUpField, string>>;
}
