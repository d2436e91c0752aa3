/** What the sign-in form shows after an attempt; a new object for each, so that a repeated answer is noticed. */
export interface SignInState {
  email: string;
  problem?: string;
  done?: string;
  emailError?: string;
  passwordError?: string;
}
