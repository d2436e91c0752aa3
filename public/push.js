// The service worker of push notifications. It has a scope without pages and no fetch handler: no page ever waits for it.
const home = "/dashboard";

// A browser takes the right to notify away from a site that shows nothing for a push, whatever it contains.
const readPush = (event) => {
  try {
    return event.data.json();
  } catch {
    return { title: "Timeaway", text: "", path: home, topic: "unreadable" };
  }
};

const show = ({ title, text, path, topic }) =>
  self.registration.showNotification(title, {
    body: text,
    icon: "/icon-192.png",
    // A later notification about the same leave takes the place of the earlier one, and is heard again.
    tag: topic,
    renotify: true,
    data: { path },
  });

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  event.waitUntil(show(readPush(event)));
});

const isOfApp = ({ url }) => new URL(url).pathname.startsWith(home);

// A window of the app is asked to open the page, since only its own worker could do that for it.
const openPage = async (path) => {
  const { href } = new URL(path, self.location.origin);
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const windows = all.filter(isOfApp);
  const found =
    windows.find(({ url }) => url === href) ?? windows.find(({ focused }) => focused) ?? windows[0];
  const focused = found && (await found.focus().catch(() => null));
  if (!focused) return self.clients.openWindow(href);
  focused.postMessage({ open: path });
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? home));
});

// The browser has replaced its subscription, or wants that.
const replace = async ({ oldSubscription, newSubscription }) => {
  if (!oldSubscription) return;
  const after = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  await fetch("/api/trpc/devices.replace", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ json: { before: oldSubscription.endpoint, after: after.toJSON() } }),
  });
};

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(replace(event));
});
