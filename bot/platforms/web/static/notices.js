// The service worker that browsers on phones want for showing a notification: a tap on one brings its page to the front.
// It keeps nothing and stands between nothing; it is registered when somebody switches notifications on.
self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(toPage(event.notification.data));
});

async function toPage(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === address);
  return open ? open.focus() : self.clients.openWindow(address);
}
