/** Values that the build writes into the service worker: see web/build/bundles.py. */
declare const __VERSION__: string;
declare const __FILES__: Record<string, string>;
