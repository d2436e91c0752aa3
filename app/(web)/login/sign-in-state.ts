/** What the sign-in form shows after a try; a new object for each, so that the same answer twice is noticed. */
export interface SignInState {
  email: string;
  problem?: string;
  done?: string;
  emailError?: string;
  passwordError?: string;
}
