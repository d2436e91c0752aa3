import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { expect, it } from "vitest";

const origin = "https://leave.example.com";
const script = readFileSync(path.resolve("public/push.js"), "utf8");

interface Window {
  url: string;
  focused?: boolean;
  cannotFocus?: boolean;
}

/** Runs the worker with stand-ins for what the browser offers it. */
function startWorker(windows: Window[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const done: unknown[][] = [];
  const clientOf = (window: Window) => ({
    ...window,
    async focus() {
      if (window.cannotFocus) throw new Error("not allowed");
      done.push(["focus", window.url]);
      return this;
    },
    postMessage: (message: object) => done.push(["message", window.url, message]),
  });
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: () => done.push(["skipWaiting"]),
    registration: {
      showNotification: async (title: string, options: object) => void done.push(["show", title, options]),
      pushManager: {
        subscribe: async (options: object) => ({ toJSON: () => ({ endpoint: "made", options }) }),
      },
    },
    clients: {
      matchAll: async () => windows.map(clientOf),
      openWindow: async (url: string) => void done.push(["open", url]),
    },
  };
  const fetch = async (url: string, request: { body: string }) =>
    void done.push(["fetch", url, JSON.parse(request.body)]);
  vm.runInNewContext(script, { self, URL, fetch, JSON });
  return {
    types: () => [...listeners.keys()],
    async dispatch(type: string, event: object) {
      let work: Promise<unknown> | undefined;
      listeners.get(type)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
      await work;
      return done.splice(0);
    },
  };
}

const clickOn = (worker: ReturnType<typeof startWorker>, target: string) =>
  worker.dispatch("notificationclick", { notification: { data: { path: target }, close: () => undefined } });
const page = (target: string, more = {}): Window => ({ url: `${origin}${target}`, ...more });

it("it answers no request: no page waits for it", () => {
  expect(startWorker().types()).toEqual(["install", "push", "notificationclick", "pushsubscriptionchange"]);
});

it("a push is shown in place of an earlier one with its topic, and one that cannot be read is shown, too", async () => {
  const worker = startWorker();
  const push = { title: "To decide", text: "Ana asks for leave", path: "/dashboard/approvals", topic: "t1" };
  expect(await worker.dispatch("push", { data: { json: () => push } })).toMatchObject([
    ["show", "To decide", { body: push.text, tag: "t1", renotify: true, data: { path: push.path } }],
  ]);
  expect(await worker.dispatch("push", { data: null })).toMatchObject([["show", "Timeaway", {}]]);
});

it("a click focuses the window of the page, else one of the app, else it opens one", async () => {
  const target = "/dashboard/approvals";
  const [elsewhere, itself, signIn] = [page("/dashboard"), page(target), page("/login")];
  expect(await clickOn(startWorker([signIn, elsewhere, itself]), target)).toEqual([
    ["focus", itself.url],
    ["message", itself.url, { open: target }],
  ]);
  const last = page("/dashboard/leaves", { focused: true });
  expect(await clickOn(startWorker([elsewhere, last]), target)).toEqual([
    ["focus", last.url],
    ["message", last.url, { open: target }],
  ]);
  expect(await clickOn(startWorker([signIn]), target)).toEqual([["open", itself.url]]);
  expect(await clickOn(startWorker([page("/dashboard", { cannotFocus: true })]), target)).toEqual([
    ["open", itself.url],
  ]);
});

it("the browser's new subscription is reported, one that is missing is made, and without an earlier one nothing is", async () => {
  const worker = startWorker();
  const before = { endpoint: "old", options: { userVisibleOnly: true } };
  const given = { toJSON: () => ({ endpoint: "new" }) };
  const change = (more: object) => worker.dispatch("pushsubscriptionchange", more);
  expect(await change({ oldSubscription: before, newSubscription: given })).toEqual([
    ["fetch", "/api/trpc/devices.replace", { json: { before: "old", after: { endpoint: "new" } } }],
  ]);
  expect(await change({ oldSubscription: before })).toMatchObject([
    [
      "fetch",
      "/api/trpc/devices.replace",
      { json: { after: { endpoint: "made", options: before.options } } },
    ],
  ]);
  expect(await change({})).toEqual([]);
});
