// Boot Python for the page, and for PyScript, whose config names this file as the interpreter.
//
// Usually a memory snapshot is restored in which the rules and the page's Python are already imported. The standard
// library and our wheels follow after the first move. If the snapshot is missing, damaged or of another version, the
// wheels are loaded into a new interpreter.
//
// The interpreter itself comes in two halves, and most functions in the snapshot without their code. Both the second half
// and the code follow after the first move; if they can't be loaded, the whole interpreter starts with the wheels.
import { ColdCode } from "./cold_code.js";
import { SecondHalf } from "./second_half.js";
import { complete, restore } from "./snapshot.js";

/**
 * @typedef {import("./unpack.js").PackedFile & {address: string, size: number}} File
 * @typedef {object} Settings
 * @property {string} version of Pyodide
 * @property {string} base address of Pyodide's folder
 * @property {Record<string, File> & {whole?: File}} files
 * @property {number} bytes packed size of interpreter and snapshot
 * @property {string} lock
 * @property {string} folder of the wheels in Python's file system
 * @property {string} snapshot name of what the snapshot was made from
 * @property {number} memory length of the snapshot as Pyodide makes it
 * @property {number} data length of the interpreter's own data
 * @property {number} chain address of the head of the garbage collector's list
 * @property {import("./snapshot.js").HashMarks} hashes
 * @property {{package: string, name: string}[]} wheels
 */
/** @typedef {Record<string, any>} Pyodide */
/** @typedef {ReturnType<typeof fetchParts>} Parts */
/** @typedef {{python: Pyodide, later: {link(python: Pyodide): Promise<void>}[], add: () => Promise<void>}} Booted */

/** @type {Settings} */
const settings = __SETTINGS__;

export const version = settings.version;

const fileOf = (/** @type {string} */ name) => /** @type {File} */ (settings.files[name]);
const urlOf = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
/** Milliseconds until a worker that never answers is given up. */
const WORKER_TIMEOUT = 5000;
/** Seconds of silence until a worker that has answered is given up. */
const WORKER_SILENCE = 10;
/** Milliseconds until an interpreter is instantiated in another way. */
const INSTANCE_TIMEOUT = 15_000;
/** The downloaded share of the interpreter at which the download of the snapshot starts. */
const SNAPSHOT_START = 0.9;

// The browser's own functions, which are replaced while Pyodide boots.
const { fetch } = globalThis;
const ordinaryStreaming = WebAssembly.instantiateStreaming;

/** The files inside the single-file page. */
const embeddedFiles = globalThis.qinFiles;
/** @type {{base?: string, open(name: string, cache: RequestCache): Promise<Response>, read(name: string, suffix: string): Uint8Array<ArrayBuffer>, load(name: string, suffix: string): Promise<any>}} */
const files = embeddedFiles ?? {
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

/** Import a module; if that fails, download it past the HTTP cache and import it under another URL. @param {string} name */
async function load(name) {
  try {
    return await files.load(name, "");
  } catch (error) {
    if (embeddedFiles) throw error;
    await (await open(name, "reload")).arrayBuffer();
    return files.load(name, "?again");
  }
}

/** Downloaded bytes by file. @type {Map<string, number>} */
const downloaded = new Map();
/** @type {(bytes: number, total: number) => void} */
let onProgress = () => {};
/** @type {() => void} */
let startSnapshot;
/** @type {Promise<void>} */
const snapshotMayStart = new Promise((resolve) => (startSnapshot = resolve));

/** Add downloaded bytes to the progress. @param {string} name @param {number} bytes */
function addProgress(name, bytes) {
  downloaded.set(name, (downloaded.get(name) ?? 0) + bytes);
  if ((downloaded.get("wasm") ?? 0) >= SNAPSHOT_START * fileOf("wasm").size) startSnapshot();
  const sum = [...downloaded.values()].reduce((total, bytes) => total + bytes, 0);
  onProgress(Math.min(sum, settings.bytes), settings.bytes);
}

/**
 * Make something of a file; if that fails, try again past the HTTP cache.
 * @template T @param {string} name @param {(cache: RequestCache) => Promise<T>} make
 */
async function getFile(name, make) {
  try {
    return await make("default");
  } catch (error) {
    if (embeddedFiles) throw error;
    downloaded.delete(name);
    return make("reload");
  }
}

/** @param {string} name @param {RequestCache} cache */
async function open(name, cache) {
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
      clearInterval(watch);
      worker.terminate();
    };
    // Counts in this page's own event loop: if the page is busy, the worker isn't to blame.
    const watch = setInterval(() => {
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

/** Download a packed file; return its bytes, or the module compiled from them. @param {string} name */
const getPacked = (name) =>
  getFile(name, async (cache) => {
    const worker = await (idleWorkers[name] ?? startWorker());
    delete idleWorkers[name];
    const unpacked = worker && (await unpackIn(worker, name, cache));
    if (unpacked) return unpacked;
    const [{ unpack }, { body }] = await Promise.all([loadUnpack(), open(name, cache)]);
    const stream = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body);
    return unpack(stream, fileOf(name), (bytes) => addProgress(name, bytes));
  });

/** @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
const getArchive = async (name) => new Uint8Array(await getPacked(name));

/** Share one call between all callers, until it fails. @template T @param {() => Promise<T>} work */
const once = (work) => {
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
const getModule = (name) => getPacked(name);

/** Decompresses synchronously; loaded before Python gets its first message. @type {typeof import("./unpack.js").unpackNow | undefined} */
let unpackNow;
/** Resolves when that function is there, or can't be loaded. @type {Promise<unknown> | undefined} */
let unpacking;

/** Download a file synchronously, because Python has called what is in it. @param {string} name */
function getNow(name) {
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

/** Start all downloads that the boot needs; the library and the wheels are downloaded on demand. @param {"wasm" | "whole"} name of the interpreter */
function fetchParts(name) {
  const wasm = getModule(name);
  const parts = {
    wasm,
    // One after the other: the interpreter is compiled during the download of the snapshot.
    snapshot: once(async () => {
      await Promise.race([snapshotMayStart, wasm.catch(() => {})]);
      return /** @type {ArrayBuffer} */ (await getPacked("snapshot"));
    }),
    second: once(() => getModule("second")),
    cold: once(() => getArchive("cold")),
    loader: load("loader"),
    module: load("module"),
    library: once(() => getArchive("library")),
    wheels: once(() => Promise.all(settings.wheels.map(({ name }) => getArchive(name)))),
  };
  // A failed download is reported where it is awaited.
  for (const download of [wasm, parts.loader, parts.module]) download.catch(() => {});
  return parts;
}

/** Download the bytes of the interpreter again, unpacked. */
async function wasmBytes() {
  const [{ unpack }, { body }] = await Promise.all([loadUnpack(), open("wasm", "default")]);
  const stream = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body);
  return /** @type {Promise<ArrayBuffer>} */ (unpack(stream, { hash: fileOf("wasm").hash }, () => {}));
}

/** Instantiate the interpreter; if that never ends, do it as Pyodide would. @param {WebAssembly.Module} module @param {WebAssembly.Imports} imports */
function instantiate(module, imports) {
  return new Promise((resolve, reject) => {
    const ordinary = async () => {
      const code = new Response(await wasmBytes(), { headers: { "Content-Type": "application/wasm" } });
      return (await ordinaryStreaming.call(WebAssembly, code, imports)).instance;
    };
    const timer = setTimeout(() => ordinary().then(resolve, reject), INSTANCE_TIMEOUT);
    WebAssembly.instantiate(module, imports)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/**
 * Pass the downloaded parts to Pyodide where it would fetch and compile them itself.
 * @template T
 * @param {Parts} parts
 * @param {() => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>} library
 * @param {(instance: WebAssembly.Instance, imports: WebAssembly.Imports) => unknown} onInstance gets the new interpreter
 * @param {() => Promise<T>} work
 */
async function withParts(parts, library, onInstance, work) {
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (address, ...rest) => {
    const name = String(address instanceof Request ? address.url : address);
    if (name.endsWith("/pyodide.asm.wasm")) return new Response();
    if (name.endsWith("/python_stdlib.zip")) return new Response(await library());
    const wheel = settings.wheels.findIndex((each) => name.endsWith(`/${each.name}`));
    if (wheel >= 0) return new Response((await parts.wheels())[wheel]);
    return fetch.call(globalThis, address, ...rest);
  };
  // Pyodide would wait forever for an interpreter that can't be downloaded or compiled.
  /** @type {(error: unknown) => void} */
  let rejectBoot;
  /** @type {Promise<never>} */
  const rejected = new Promise((_, reject) => (rejectBoot = reject));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    try {
      const module = await parts.wasm;
      const instance = await instantiate(module, imports ?? {});
      await onInstance(instance, imports ?? {});
      return { module, instance };
    } catch (error) {
      rejectBoot(error);
      throw error;
    }
  };
  try {
    return await Promise.race([work(), rejected]);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/**
 * @param {Parts} parts
 * @param {Record<string, unknown>} options
 * @param {() => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>} library
 * @param {(instance: WebAssembly.Instance, imports: WebAssembly.Imports) => unknown} onInstance
 * @returns {Promise<Pyodide>}
 */
async function boot(parts, options, library, onInstance) {
  const { loadPyodide } = await parts.loader;
  return withParts(parts, library, onInstance, () =>
    loadPyodide({
      indexURL: files.base ?? urlOf(settings.base),
      packageBaseUrl: files.base ?? urlOf("./"),
      lockFileContents: settings.lock,
      createPyodideModule: async (/** @type {unknown} */ given) => (await parts.module).default(given),
      ...options,
    }),
  );
}

/** @param {Parts} parts @returns {Promise<Booted>} */
async function bootFromSnapshot(parts) {
  const download = parts.snapshot();
  // A failure is reported where it is awaited.
  download.catch(() => {});
  // Pyodide needs the size of the memory now; its content may arrive while the interpreter is instantiated.
  const head = Object.defineProperty(new Uint8Array(), "length", { value: settings.memory });
  /** @type {Uint32Array} */
  let data;
  /** @type {SecondHalf | undefined} */
  let second;
  /** @type {ColdCode | undefined} */
  let cold;
  const python = await boot(
    parts,
    {
      _loadSnapshot: head,
      async createPyodideModule(/** @type {unknown} */ given) {
        const [module, snapshot] = await Promise.all([(await parts.module).default(given), download, unpacking]);
        // Pyodide reads the head, and has nothing left to copy.
        const snapshotHead = restore(module.HEAPU8, data, new Uint8Array(snapshot));
        complete(module.HEAPU8, settings.chain, settings.hashes, module._PyObject_Hash);
        cold = new ColdCode(module, { later: parts.cold, now: () => getNow("cold"), failed });
        for (const name of /** @type {const} */ (["buffer", "byteOffset", "byteLength"]))
          Object.defineProperty(head, name, { value: snapshotHead[name] });
        head.subarray = snapshotHead.subarray.bind(snapshotHead);
        return module;
      },
      // The snapshot's imported modules need the folder that they came from.
      fsInit: (/** @type {any} */ FS) => FS.mkdirTree(settings.folder),
    },
    () => new Uint8Array(),
    (instance, imports) => {
      const { buffer } = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
      data = new Uint32Array(buffer, 0, settings.data / 4).slice();
      second = secondHalfOf(parts, instance, imports);
    },
  );
  if (python.runPython("import sys; getattr(sys, '_qin_snapshot', '')") !== settings.snapshot) {
    throw new Error("it belongs to another version");
  }
  return { python, later: [second, cold].filter((part) => part !== undefined), add: () => addFiles(python, parts) };
}

const failed = () => void replaceInterpreter();

/** @param {Parts} parts @param {WebAssembly.Instance} instance @param {WebAssembly.Imports} imports */
const secondHalfOf = (parts, instance, imports) =>
  new SecondHalf(instance, imports, {
    later: parts.second,
    now: () => new WebAssembly.Module(getNow("second")),
    failed,
  });

/** @param {Parts} parts @returns {Promise<Booted>} */
async function bootFromWheels(parts) {
  const packages = settings.wheels.map((wheel) => wheel.package);
  const python = await boot(parts, { packages }, parts.library, (instance, imports) =>
    // Without the snapshot, the start calls both halves.
    secondHalfOf(parts, instance, imports).link(),
  );
  return { python, later: [], add: async () => {} };
}

/** Add the standard library and our wheels to an interpreter from the snapshot: later imports need them. @param {Pyodide} python @param {Parts} parts */
async function addFiles(python, parts) {
  const [library, wheels] = await Promise.all([parts.library(), parts.wheels()]);
  python.FS.writeFile(python.runPython("next(place for place in sys.path if place.endswith('.zip'))"), library);
  settings.wheels.forEach(({ name }, number) => python.FS.writeFile(`${settings.folder}/${name}`, wheels[number]));
  // Like importlib.invalidate_caches(), which imports a lot.
  python.runPython("import sys, zipimport; sys.path_importer_cache.clear(); zipimport._zip_directory_cache.clear()");
}

/** @param {"wasm" | "whole"} name of the interpreter @returns {Promise<Booted>} */
async function bootPython(name) {
  const parts = fetchParts(name);
  // Python may call what comes later, and then it is too late to load this.
  unpacking ??= parts.wasm.then(loadUnpack).then(
    (unpack) => (unpackNow = unpack.unpackNow),
    () => {},
  );
  const attempts = [() => bootFromWheels(parts)];
  if (name === "wasm") {
    attempts.unshift(() => bootFromSnapshot(parts));
    if (settings.files.whole) attempts.push(() => bootFromWheels({ ...parts, wasm: getModule("whole") }));
  }
  /** @type {Booted | undefined} */
  let booted;
  while (!booted) {
    try {
      booted = await attempts.shift()?.();
    } catch (error) {
      if (!attempts.length) throw error;
      console.info(`Starting without the snapshot (${error instanceof Error ? error.message : error}).`);
    }
  }
  performance.mark("qin:python");
  // The snapshot holds the random generator as it was when it was taken.
  const [seed] = crypto.getRandomValues(new BigUint64Array(1));
  booted.python.runPython(`import random; random.seed(${seed})`);
  return booted;
}

/** @type {Promise<Booted> | undefined} */
let booting;
const bootOnce = () => {
  booting ??= bootPython("wasm");
  return booting;
};

/** Boot the whole interpreter because the second half can't be loaded, and tell the page. */
const replaceInterpreter = once(async () => {
  if (!settings.files.whole) throw new Error("there is no other interpreter");
  console.info("A part of Python has not arrived: starting the whole.");
  const whole = await bootPython("whole");
  booting = Promise.resolve(whole);
  dispatchEvent(new CustomEvent("qin:replaced", { detail: whole.python }));
  return whole;
});

/** Boot Python, once for all callers. @param {(bytes: number, total: number) => void} [progress] */
export async function start(progress) {
  if (progress) onProgress = progress;
  return (await bootOnce()).python;
}

/**
 * Load what the first move doesn't need. After a failure, it can be called again.
 * @param {boolean} [last] whether to boot the whole interpreter if a part of it can't be loaded
 */
export async function addLibraries(last = true) {
  let { python, later, add } = await bootOnce();
  try {
    for (const part of later) await part.link(python);
  } catch (error) {
    if (!last) throw error;
    ({ add } = await replaceInterpreter());
  }
  return add();
}

/**
 * Return the shared interpreter to PyScript, with its output and the packages that it asks for.
 * @param {{stdout?: (line: string) => void, stderr?: (line: string) => void, packages?: string[]}} [options]
 */
export async function loadPyodide({ stdout, stderr, packages = [] } = {}) {
  await addLibraries();
  const python = await start();
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  const ours = settings.wheels.map((wheel) => wheel.package);
  const others = packages.filter((name) => !ours.includes(name));
  if (others.length) await python.loadPackage(others);
  return python;
}
