import type { AuthOptions, User } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { second } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import type { Browser } from "./browser";
import { lookupEmail } from "./email";
import { findSession } from "./find-session";
import { findPeopleByEmail, type SigninPerson } from "./people-by-email";
import { oauthProviders } from "./providers";
import { destinationWithin } from "./return-path";
import { isHttps, refOf, type SessionRef, sessionLifeMs } from "./session-cookie";
import { signInWithPassword } from "./sign-in-with-password";
import { signOut } from "./sign-out";
import { startSession } from "./start-session";

/** A password sign-in has its session already when next-auth learns of it. */
type CredentialsUser = User & { session: SessionRef };

const passwordProvider = (services: Services, browser: Browser) =>
  Credentials({
    name: "Password",
    credentials: {
      email: { label: "Email", type: "email" },
      password: { label: "Password", type: "password" },
    },
    async authorize(typed): Promise<CredentialsUser | null> {
      const { email = "", password = "" } = typed ?? {};
      if (typeof email !== "string" || typeof password !== "string") return null;
      const result = await signInWithPassword(services, { email, password }, browser);
      if (result.ok) return { id: result.session.sessionId, session: result.session };
      if (result.reason === "throttled") throw new Error("Throttled");
      return null;
    },
  });

/** The person whose verified address a provider has named; no account is ever made here (decision 2.1). */
async function personOfProvider(services: Services, user: User): Promise<SigninPerson | undefined> {
  const [person] = await findPeopleByEmail(services.db, lookupEmail(user.email));
  return person;
}

async function sessionOf(services: Services, user: User, browser: Browser): Promise<SessionRef> {
  if ("session" in user) return (user as CredentialsUser).session;
  const person = await personOfProvider(services, user);
  if (!person) throw new Error("The person may not sign in.");
  return startSession(services.db, person, browser, services.clock());
}

const callbacks = (services: Services, browser: Browser): NonNullable<AuthOptions["callbacks"]> => ({
  async signIn({ user, account }) {
    return account?.type === "credentials" || (await personOfProvider(services, user)) !== undefined;
  },
  async jwt({ token, user }) {
    if (user) return { ...(await sessionOf(services, user, browser)) };
    const ref = refOf(token);
    // Thrown: next-auth then takes the cookie away.
    if (!ref || !(await findSession(services, ref))) throw new Error("The session has ended.");
    return { ...ref };
  },
  session: ({ session }) => ({ expires: session.expires }),
  redirect({ url }) {
    const { appUrl } = services.settings;
    return appUrl + destinationWithin(url, appUrl);
  },
});

/** next-auth's configuration for one request. The cookie names a row of `sessions`; the row decides. */
export const nextAuthOptions = (services: Services, browser: Browser): AuthOptions => ({
  secret: services.settings.sessionSecret,
  useSecureCookies: isHttps(services.settings),
  session: { strategy: "jwt", maxAge: sessionLifeMs / second },
  pages: { signIn: "/login", error: "/login", signOut: "/login", verifyRequest: "/login" },
  providers: [passwordProvider(services, browser), ...oauthProviders(services.settings)],
  callbacks: callbacks(services, browser),
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
