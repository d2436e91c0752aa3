import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { Session } from "@/server/kernel/database/session";
import type { Mailer } from "@/server/kernel/mail/mail";

/** A transaction, in the async context of its work. */
interface Scope {
  isOpen: boolean;
}

interface Watch {
  scopes: AsyncLocalStorage<Scope>;
  /** Network calls inside a transaction, each with its stack. */
  violations: Error[];
  /** What is wrapped: a second wrapper would record each call twice, and hide the driver's frames. */
  wrapped: WeakSet<object>;
}

/** One of the process: a test that resets the modules makes a second instance of this one, and of `Session`. */
const shared = globalThis as typeof globalThis & { timeawayWatch?: Watch };
shared.timeawayWatch ??= { scopes: new AsyncLocalStorage(), violations: [], wrapped: new WeakSet() };
const { scopes, violations, wrapped } = shared.timeawayWatch;

/** @returns true the first time for an object, and false from then on */
function claim(owner: object): boolean {
  const isNew = !wrapped.has(owner);
  wrapped.add(owner);
  return isNew;
}

/** Records a violation when a transaction of the same async context is open. */
function note(what: string): void {
  if (!scopes.getStore()?.isOpen) return;
  const violation = new Error(`${what} inside an open transaction`);
  if (isOfDriver(violation)) return;
  violations.push(violation);
}

/** Whether the driver opened a connection. Its frames after an `await` only show that the work is part of a transaction. */
const isOfDriver = ({ stack = "" }: Error): boolean =>
  stack
    .split("\n")
    .filter((line) => !line.includes("at async "))
    .some((line) => /\/node_modules\/postgres\/.*\/connection\.js/.test(line));

/** Returns and clears the recorded violations. */
export const takeViolations = (): Error[] => violations.splice(0);

type Work = (tx: unknown) => Promise<unknown>;
type Methods = Record<string, (...args: never[]) => unknown>;

/** Wraps methods of an object to record their calls first. */
function noteCalls(owner: object, what: (name: string) => string, isMeant: (name: string) => boolean): void {
  const methods = owner as Methods;
  for (const name of Object.getOwnPropertyNames(owner)) {
    const original = isMeant(name) ? methods[name] : undefined;
    if (typeof original !== "function") continue;
    methods[name] = function (this: unknown, ...args: never[]) {
      note(what(name));
      return original.apply(this, args);
    };
  }
}

/** From here on tracks every transaction of this process, and every socket, DNS query and HTTP request. May be called again. */
export function watchTransactions(): void {
  watchSession();
  if (claim(net.Socket.prototype)) watchNetwork();
}

function watchSession(): void {
  if (!claim(Session.prototype)) return;
  const session = Session.prototype as unknown as {
    transaction(work: Work, config?: unknown): Promise<unknown>;
  };
  const begin = session.transaction;
  session.transaction = function (work, config) {
    // A savepoint: its transaction is tracked already.
    if (scopes.getStore()?.isOpen) return begin.call(this, work, config);
    const scope: Scope = { isOpen: true };
    const scoped: Work = (tx) => scopes.run(scope, () => work(tx));
    return begin.call(this, scoped, config).finally(() => {
      scope.isOpen = false;
    });
  };
}

function watchNetwork(): void {
  noteCalls(
    net.Socket.prototype,
    () => "a socket was connected",
    (name) => name === "connect",
  );
  const isQuestion = (name: string) => /^(lookup|resolve|reverse)/.test(name);
  const asked = (name: string) => `DNS was asked (${name})`;
  for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    noteCalls(owner, asked, isQuestion);
  syncBuiltinESMExports();
  for (const channel of ["undici:request:create", "http.client.request.start"])
    diagnostics.subscribe(channel, () => note("an HTTP request was made"));
}

/** A mailer with the same check: an open connection, or a test's stand-in, would not be detected otherwise. */
export const watchedMailer = (mailer: Mailer): Mailer => ({
  send: (mail) => {
    note("a mail was sent");
    return mailer.send(mail);
  },
  close: () => mailer.close(),
});
