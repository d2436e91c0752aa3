/** The fields of the form, in the order of the page. */
export const setUpFields = ["company", "timezone", "name", "email", "password"] as const;
export type SetUpField = (typeof setUpFields)[number];

/** What was typed, without the password, and what is wrong with it. */
export interface SetUpState {
  values: Partial<Record<SetUpField, string>>;
  errors: Partial<Record<SetUpField, string>>;
}
