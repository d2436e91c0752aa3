/** Push notifications in this browser: its worker, its subscription, and the session in which they were switched on. */

/** No page lies in it: the worker must not slow any down (public/push.js). */
const worker = { url: "/push.js", scope: "/push/" };
const sessionKey = "timeaway-push-session";

/** Storage that is forbidden keeps nothing, and must not break a page. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}

/** The session in which notifications were last known to be on here; null where they never were. */
export const keptSession = (): string | null => withStorage((storage) => storage.getItem(sessionKey));
export const keepSession = (session: string): void =>
  void withStorage((storage) => storage.setItem(sessionKey, session));

/** Whether this browser's user was offered notifications: not yet due, due, or declined for good. */
const offerKey = "timeaway-push-offer";
const readOffer = (): string | null => withStorage((storage) => storage.getItem(offerKey));
export const isOfferDue = (): boolean => readOffer() === "due";
export const declineOffer = (): void => void withStorage((storage) => storage.setItem(offerKey, "declined"));
/** The user's own request or decision was sent from here: from now on they may hear of it here. */
export const makeOfferDue = (): void =>
  void withStorage((storage) => {
    if (storage.getItem(offerKey) === null) storage.setItem(offerKey, "due");
  });

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

/** What stands in the way of notifications here. On iPhones and iPads only an app on the home screen has them. */
export function obstacleOf(): "unsupported" | "homeScreen" | "blocked" | null {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isSupported) return isApple() && window.isSecureContext ? "homeScreen" : "unsupported";
  return Notification.permission === "denied" ? "blocked" : null;
}

/** This browser's subscription, without asking for anything. */
export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration(worker.scope);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A subscription needs a worker that has started. */
async function startedWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker.url, { scope: worker.scope });
  const starting = registration.installing ?? registration.waiting;
  if (!registration.active && starting)
    await new Promise<void>((started) => {
      starting.addEventListener("statechange", () => starting.state === "activated" && started());
    });
  return registration;
}

/**
 * Asks for permission, and subscribes at the browser's push service. Only a user's click may call it.
 * @param publicKey the installation's, in base64url
 * @returns null when the user, or the browser for them, has refused
 */
export async function subscribe(publicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await startedWorker();
  const before = await pushManager.getSubscription();
  // It may be another installation's at this address, or end soon.
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Ends the subscription, and with it the worker. */
export async function unsubscribe(): Promise<void> {
  withStorage((storage) => storage.removeItem(sessionKey));
  const registration = await navigator.serviceWorker?.getRegistration(worker.scope);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await registration?.unregister();
}
