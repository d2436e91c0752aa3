/** What the form shows after an attempt. */
export interface StepState {
  problem?: string;
  codeError?: string;
}
