// The service worker of the installed app: shows a page of its own where the network is away. It keeps nothing that a page shows.
const cacheName = "offline-1";
const offlinePage = "/api/offline";

const keepOfflinePage = async () => {
  const cache = await caches.open(cacheName);
  await cache.add(new Request(offlinePage, { cache: "reload" }));
};

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

const takeOver = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  // The request for a page goes out while the worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

const openPage = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(offlinePage)) ?? Response.error();
  }
};

self.addEventListener("fetch", (event) => {
  const { mode, method } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(openPage(event));
});
