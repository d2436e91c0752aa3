/** What the form shows after an attempt. */
export interface ConfirmState {
  problem?: string;
  passwordError?: string;
}
