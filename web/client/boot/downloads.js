// Downloads the interpreter, the snapshot and the archives: in workers, which also decompress them, or in the page.
// A damaged file is downloaded once more, bypassing the HTTP cache.

/**
 * @typedef {import("./unpack.js").PackedFile & {address: string, size: number}} SiteFile
 * @typedef {object} Settings
 * @property {string} version of Pyodide
 * @property {string} base address of Pyodide's folder
 * @property {Record<string, SiteFile> & {whole?: SiteFile}} files
 * @property {number} bytes packed size of interpreter and snapshot
 * @property {string} lock content of Pyodide's lock file, which lists our wheels
 * @property {string} folder of the wheels in Python's file system
 * @property {string} snapshot hash of what the snapshot was made from
 * @property {number} memory bytes of the whole snapshot, unpacked: its head and the memory
 * @property {number} data bytes from the start of the memory to the end of the interpreter's own data
 * @property {number} chain address of the first link of the garbage collector's list
 * @property {import("./snapshot.js").HashMarks} hashes
 * @property {{package: string, name: string}[]} wheels
 */

/** @type {Settings} */
export const settings = __SETTINGS__;

const fileOf = (/** @type {string} */ name) => /** @type {SiteFile} */ (settings.files[name]);
export const urlOf = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
/** Milliseconds until a worker that never answers is given up. */
const WORKER_TIMEOUT = 5000;
/** Seconds of silence until a worker that has answered is given up. */
const WORKER_SILENCE = 10;
/** The downloaded share of the interpreter at which the download of the snapshot starts. */
const SNAPSHOT_START = 0.9;

const { fetch } = globalThis;

/**
 * @typedef {object} Files functions that get a file by its name in the settings
 * @property {string} [base] address of Pyodide's folder, if it isn't that of the settings
 * @property {(name: string, cache: RequestCache) => Promise<Response>} open downloads a file
 * @property {(name: string, suffix: string) => Uint8Array<ArrayBuffer>} read reads a file synchronously; the suffix makes another URL
 * @property {(name: string, suffix: string) => Promise<any>} load imports a module; the suffix makes another URL
 */

/** The files inside the single-file page. */
const embeddedFiles = globalThis.qinFiles;
/** @type {Files} */
export const files = embeddedFiles ?? {
  open: (name, cache) => fetch.call(globalThis, urlOf(fileOf(name).address), { cache }),
  read(name, suffix) {
    const request = new XMLHttpRequest();
    request.open("GET", urlOf(fileOf(name).address) + suffix, false);
    // A synchronous request returns text; this encoding keeps each byte in the lower half of a character.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    if (request.status !== 200) throw new Error(`${fileOf(name).address}: ${request.status}`);
    return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
  },
  load: (name, suffix) => import(urlOf(fileOf(name).address) + suffix),
};

/** Import a module; if that fails, download it bypassing the HTTP cache and import it under another URL. @param {string} name */
export async function load(name) {
  try {
    return await files.load(name, "");
  } catch (error) {
    if (embeddedFiles) throw error;
    await (await fetchFile(name, "reload")).arrayBuffer();
    return files.load(name, "?again");
  }
}

/** Downloaded bytes by file. @type {Map<string, number>} */
const downloaded = new Map();
/** @type {(bytes: number, total: number) => void} */
let onProgress = () => {};

/** @param {(bytes: number, total: number) => void} callback gets the downloaded bytes and the size of all downloads */
export function reportProgressTo(callback) {
  onProgress = callback;
}

/** @type {() => void} */
let startSnapshot;
/** Resolves when most of the interpreter has arrived. @type {Promise<void>} */
export const snapshotMayStart = new Promise((resolve) => (startSnapshot = resolve));

/** Add downloaded bytes to the progress. @param {string} name @param {number} bytes */
function addProgress(name, bytes) {
  downloaded.set(name, (downloaded.get(name) ?? 0) + bytes);
  if ((downloaded.get("wasm") ?? 0) >= SNAPSHOT_START * fileOf("wasm").size) startSnapshot();
  const sum = [...downloaded.values()].reduce((total, bytes) => total + bytes, 0);
  onProgress(Math.min(sum, settings.bytes), settings.bytes);
}

/**
 * Download and unpack a file; if that fails, try once more, bypassing the HTTP cache.
 * @template T @param {string} name @param {(cache: RequestCache) => Promise<T>} work
 */
async function withRetry(name, work) {
  try {
    return await work("default");
  } catch (error) {
    if (embeddedFiles) throw error;
    downloaded.delete(name);
    return work("reload");
  }
}

/** @param {string} name @param {RequestCache} cache */
async function fetchFile(name, cache) {
  const response = await files.open(name, cache);
  if (!response.ok) throw new Error(`${fileOf(name).address}: ${response.status}`);
  return response;
}

/** @type {Promise<typeof import("./unpack.js")> | undefined} */
let unpackModule;
const loadUnpack = () => {
  unpackModule ??= load("unpack");
  return unpackModule;
};

/** Start a worker that downloads and decompresses; null if it doesn't answer. @returns {Promise<Worker | null>} */
function startWorker() {
  if (embeddedFiles) return Promise.resolve(null);
  return new Promise((resolve) => {
    const giveUp = () => resolve(null);
    try {
      const worker = new Worker(urlOf(fileOf("unpack").address), { type: "module", name: "qin-unpack" });
      const timer = setTimeout(giveUp, WORKER_TIMEOUT);
      worker.onerror = giveUp;
      worker.onmessage = () => {
        clearTimeout(timer);
        resolve(worker);
      };
    } catch {
      giveUp();
    }
  });
}

/** Let a worker download and decompress a file; null if it falls silent. @param {Worker} worker @param {string} name @param {RequestCache} cache */
const unpackIn = (worker, name, cache) =>
  new Promise((resolve, reject) => {
    let silence = 0;
    const end = () => {
      clearInterval(timer);
      worker.terminate();
    };
    // Counts ticks instead of comparing times: while the page itself is busy, the worker's messages can't arrive either.
    const timer = setInterval(() => {
      if (++silence < WORKER_SILENCE) return;
      end();
      downloaded.delete(name);
      resolve(null);
    }, 1000);
    worker.onerror = (event) => {
      end();
      reject(new Error(event.message ?? "no worker"));
    };
    worker.onmessage = ({ data }) => {
      silence = 0;
      if (data.alive) return;
      if (data.arrived) {
        addProgress(name, data.arrived);
        return;
      }
      end();
      if (data.error) reject(new Error(data.error));
      else resolve(data.result);
    };
    const { address, ...file } = fileOf(name);
    worker.postMessage({ ...file, address: urlOf(address), cache });
  });

/** Workers that are started early, because that takes a while. @type {Record<string, Promise<Worker | null>>} */
const idleWorkers = { wasm: startWorker(), snapshot: startWorker() };

/** Download and unpack a file; return its bytes or, for a part of the interpreter, the module compiled from them. @param {string} name */
export const download = (name) =>
  withRetry(name, async (cache) => {
    const worker = await (idleWorkers[name] ?? startWorker());
    delete idleWorkers[name];
    const unpacked = worker && (await unpackIn(worker, name, cache));
    if (unpacked) return unpacked;
    const [{ unpack }, { body }] = await Promise.all([loadUnpack(), fetchFile(name, cache)]);
    const stream = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body);
    return unpack(stream, fileOf(name), (bytes) => addProgress(name, bytes));
  });

/** @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
export const downloadArchive = async (name) => new Uint8Array(await download(name));

/** Share one call between all callers, until it fails. @template T @param {() => Promise<T>} work */
export const once = (work) => {
  /** @type {Promise<T> | undefined} */
  let shared;
  const forget = (/** @type {unknown} */ error) => {
    shared = undefined;
    throw error;
  };
  return () => {
    shared ??= work().catch(forget);
    return shared;
  };
};

/** @param {string} name @returns {Promise<WebAssembly.Module>} */
export const downloadModule = (name) => download(name);

/** Decompresses synchronously. @type {typeof import("./unpack.js").unpackNow | undefined} */
let unpackNow;

/** Load what `downloadNow` needs, before Python can call it. */
export async function prepareDownloadNow() {
  ({ unpackNow } = await loadUnpack());
}

/** Download and decompress a file synchronously, because Python has called a function whose code is in it. @param {string} name */
export function downloadNow(name) {
  if (!unpackNow) throw new Error(`${name} can't be decompressed yet`);
  /** @type {unknown} */
  let reason;
  for (const suffix of embeddedFiles ? [""] : ["", "?again"]) {
    try {
      return unpackNow(files.read(name, suffix), fileOf(name).hash);
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

/** Download the interpreter again as unpacked bytes: the compiled module that the page has can't be turned back into them. */
export async function downloadInterpreterBytes() {
  const [{ unpack }, { body }] = await Promise.all([loadUnpack(), fetchFile("wasm", "default")]);
  const stream = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body);
  return /** @type {Promise<ArrayBuffer>} */ (unpack(stream, { hash: fileOf("wasm").hash }, () => {}));
}
