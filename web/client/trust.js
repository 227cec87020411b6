// The policy "qin-board", which a page that demands trusted types has to allow.

/** @type {TrustPolicy | null} */
export let policy = null;
/** Whether this page lets us write HTML. */
export let mayWrite = true;
try {
  policy =
    globalThis.trustedTypes?.createPolicy("qin-board", {
      createHTML: (text) => text,
      createScriptURL: (text) => text,
    }) ?? null;
} catch {
  mayWrite = false;
}
