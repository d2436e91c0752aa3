/** What the sign-in form shows after a try; a new object for each, so that the same answer twice is noticed. */
export interface SignInState {
  email: string;
  problem?: string;
  done?: string;
  emailError?: string;
  passwordError?: string;
}

/** For an unknown address and a wrong password alike. */
export const wrongCredentials = "Email or password is not correct.";

/** For an address that is somebody's and one that is nobody's alike. */
export const mailSent = (email: string): string =>
  `If ${email} belongs to an account, a sign-in link is on its way there. It works once, for 15 minutes.`;
