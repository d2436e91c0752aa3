import type { AuthOptions, User } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { nullIfClosed } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import type { Browser } from "./browser";
import { lookupEmail } from "./email";
import { type Entered, enter, type PendingFactor, type Proof } from "./enter";
import { stepPath } from "./factors/step-cookie";
import { findSession } from "./find-session";
import { isClosedTo } from "./people-by-email";
import { findPeopleOfAccount } from "./provider-accounts";
import { oauthProviders, type ProviderUser } from "./providers";
import type { Later } from "./request-mail";
import { destinationWithin } from "./return-path";
import { openToken } from "./sealed-token";
import { isHttps, refOf, sessionLifeMs } from "./session-cookie";
import { provePassword } from "./sign-in-with-password";
import { signOut } from "./sign-out";
import { choicePath } from "./workspace-choice";

/** Results of the callbacks, for the cookies that next-auth does not know. */
export interface Outcome {
  entered?: Entered;
  /** Of a user who has yet to prove a second factor. */
  pendingFactor?: PendingFactor;
  /** The proof of a user who has yet to choose a workspace. */
  proof?: Proof;
}

/** The user that our providers return to next-auth. */
type OurUser = (User & { proof: Proof }) | ProviderUser;

const passwordProvider = (services: Services, browser: Browser, later: Later | undefined) =>
  Credentials({
    name: "Password",
    credentials: {
      email: { label: "Email", type: "email" },
      password: { label: "Password", type: "password" },
    },
    async authorize(typed): Promise<OurUser | null> {
      const { email = "", password = "" } = typed ?? {};
      if (typeof email !== "string" || typeof password !== "string") return null;
      const result = await provePassword(services, { email, password }, browser, later);
      if (result.ok) return { id: email, proof: result.proof };
      if (result.reason === "throttled") throw new Error("Throttled");
      return null;
    },
  });

/** Finds the people by the provider's account or its verified address; never creates one (decision 2.1). */
async function proofOf(services: Services, user: OurUser): Promise<Proof> {
  if ("proof" in user) return user.proof;
  const { account, method, email } = user;
  return { people: await findPeopleOfAccount(services.db, account, lookupEmail(email)), method, account };
}

const callbacks = (
  services: Services,
  browser: Browser,
  outcome: Outcome,
): NonNullable<AuthOptions["callbacks"]> => ({
  async signIn({ user }) {
    const proof = await proofOf(services, user as OurUser);
    const people = proof.people.filter((person) => !isClosedTo(person, proof.method));
    outcome.proof = { ...proof, people };
    if (people.length > 1) return services.settings.appUrl + choicePath;
    if (people.length === 0 && proof.people.length > 0)
      return `${services.settings.appUrl}/login?error=ConnectionsOnly`;
    const [person] = people;
    const begun = person ? await enter(services, person, proof, browser).catch(nullIfClosed) : null;
    if (!begun) return false;
    if ("step" in begun) {
      outcome.pendingFactor = begun;
      return services.settings.appUrl + stepPath;
    }
    outcome.entered = begun;
    return true;
  },
  async jwt({ token, user }) {
    if (user) {
      if (!outcome.entered) throw new Error("The person may not sign in.");
      return { ...outcome.entered.session };
    }
    const ref = refOf(token);
    // The error makes next-auth remove the cookie.
    if (!ref || !(await findSession(services, ref))) throw new Error("The session has ended.");
    return { ...ref };
  },
  session: ({ session }) => ({ expires: session.expires }),
  redirect({ url }) {
    const { appUrl } = services.settings;
    return appUrl + destinationWithin(url, appUrl);
  },
});

/** next-auth's configuration for one request. The cookie references a row of `sessions`, which decides. */
export const nextAuthOptions = (
  services: Services,
  browser: Browser,
  outcome: Outcome,
  later?: Later,
): AuthOptions => ({
  secret: services.settings.sessionSecrets[0],
  jwt: { decode: (sealed) => openToken(services.settings, sealed) },
  useSecureCookies: isHttps(services.settings),
  session: { strategy: "jwt", maxAge: sessionLifeMs / second },
  pages: { signIn: "/login", error: "/login", signOut: "/login", verifyRequest: "/login" },
  providers: [passwordProvider(services, browser, later), ...oauthProviders(services.settings)],
  callbacks: callbacks(services, browser, outcome),
  events: {
    async signOut({ token }) {
      const ref = refOf(token);
      if (ref) await signOut(services, ref);
    },
  },
  logger: {
    error: (code, detail) =>
      services.log.warn(
        { code, error: detail instanceof Error ? detail : detail.error },
        "next-auth refused",
      ),
    warn: (code) => services.log.debug({ code }, "next-auth warns"),
    debug: () => undefined,
  },
});
