/** A way to sign in through the company of an address. */
export interface ConnectionLink {
  label: string;
  href: string;
}

/** What the sign-in form shows after an attempt; a new object for each, so that a repeated answer is noticed. */
export interface SignInState {
  email: string;
  /** The address is given: what its domain uses, beside the password. Null while it is asked for. */
  connections: readonly ConnectionLink[] | null;
  /** The workspace is open to its connections only: nothing else is offered. */
  isClosed?: boolean;
  problem?: string;
  done?: string;
  emailError?: string;
  passwordError?: string;
}
