// Boots Python for the page, and for PyScript, whose config names this file as the interpreter.
//
// Usually a memory snapshot is restored in which the rules and the page's Python are already imported. The standard
// library and our wheels follow after the first move. If the snapshot is missing, damaged or of another version, the
// wheels are loaded into a new interpreter.
//
// The interpreter itself comes in two halves, and most functions in the snapshot lack their code. Both the second half
// and the code follow after the first move; if they can't be loaded, the whole interpreter starts with the wheels.
import { ColdCode } from "./cold_code.js";
import {
  downloadInterpreterBytes,
  files,
  downloadArchive,
  downloadModule,
  downloadNow,
  download,
  load,
  once,
  prepareDownloadNow,
  settings,
  reportProgressTo,
  snapshotMayStart,
  urlOf,
} from "./downloads.js";
import { SecondHalf } from "./second_half.js";
import { complete, restore } from "./snapshot.js";

/** @typedef {Record<string, any>} Pyodide */
/** @typedef {ReturnType<typeof fetchParts>} Parts */
/** @typedef {{python: Pyodide, unlinked: {link(python: Pyodide): Promise<void>}[], addFiles: () => Promise<void>}} Booted with the parts of the interpreter that are still to be linked */

export const version = settings.version;

/** Milliseconds until the page tries to instantiate the interpreter as Pyodide itself would. */
const INSTANCE_TIMEOUT = 15_000;
// The browser's own functions, which are replaced while Pyodide boots.
const { fetch } = globalThis;
const ordinaryStreaming = WebAssembly.instantiateStreaming;

/** Resolves when `downloadNow` is ready to download synchronously, or can't be made so. @type {Promise<unknown> | undefined} */
let preparing;

/** Start all downloads that the boot needs; the library and the wheels are downloaded on demand. @param {"wasm" | "whole"} name of the interpreter */
function fetchParts(name) {
  const wasm = downloadModule(name);
  const parts = {
    wasm,
    // Starts when the interpreter has almost arrived, which is then compiled during this download.
    snapshot: once(async () => {
      await Promise.race([snapshotMayStart, wasm.catch(() => {})]);
      return /** @type {ArrayBuffer} */ (await download("snapshot"));
    }),
    second: once(() => downloadModule("second")),
    cold: once(() => downloadArchive("cold")),
    loader: load("loader"),
    module: load("module"),
    library: once(() => downloadArchive("library")),
    wheels: once(() => Promise.all(settings.wheels.map(({ name }) => downloadArchive(name)))),
  };
  // A failed download is reported where it is awaited.
  for (const promise of [wasm, parts.loader, parts.module]) promise.catch(() => {});
  return parts;
}

/** Instantiate the interpreter; if that never ends, do it as Pyodide would. @param {WebAssembly.Module} module @param {WebAssembly.Imports} imports */
function instantiate(module, imports) {
  return new Promise((resolve, reject) => {
    const ordinary = async () => {
      const code = new Response(await downloadInterpreterBytes(), { headers: { "Content-Type": "application/wasm" } });
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
    const index = settings.wheels.findIndex((wheel) => name.endsWith(`/${wheel.name}`));
    if (index >= 0) return new Response((await parts.wheels())[index]);
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
 * Start Pyodide with the downloaded parts and further options.
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

/** Boot from the snapshot; fail if it is missing, damaged or of another version. @param {Parts} parts @returns {Promise<Booted>} */
async function bootFromSnapshot(parts) {
  const downloading = parts.snapshot();
  // A failure is reported where it is awaited.
  downloading.catch(() => {});
  // Pyodide asks for a complete snapshot now, but until the interpreter is instantiated, it uses only the length, which
  // is the size of the memory. So this array is empty and claims that length. When the snapshot has arrived, `restore`
  // fills the memory, and the array turns into the snapshot's head: all that Pyodide still reads.
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
        const [module, snapshot] = await Promise.all([(await parts.module).default(given), downloading, preparing]);
        const snapshotHead = restore(module.HEAPU8, data, new Uint8Array(snapshot));
        // Recompute what the snapshot leaves out.
        complete(module.HEAPU8, settings.chain, settings.hashes, module._PyObject_Hash);
        cold = new ColdCode(module, { async: parts.cold, sync: () => downloadNow("cold"), onFailure });
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
      data = new Uint32Array(buffer, 0, settings.data / Uint32Array.BYTES_PER_ELEMENT).slice();
      second = secondHalfOf(parts, instance, imports);
    },
  );
  if (python.runPython("import sys; getattr(sys, '_qin_snapshot', '')") !== settings.snapshot) {
    throw new Error("it belongs to another version");
  }
  const unlinked = [second, cold].filter((part) => part !== undefined);
  return { python, unlinked, addFiles: () => addFiles(python, parts) };
}

const onFailure = () => void replaceInterpreter();

/** @param {Parts} parts @param {WebAssembly.Instance} instance @param {WebAssembly.Imports} imports */
const secondHalfOf = (parts, instance, imports) =>
  new SecondHalf(instance, imports, {
    async: parts.second,
    sync: () => new WebAssembly.Module(downloadNow("second")),
    onFailure,
  });

/** Boot without the snapshot. @param {Parts} parts @returns {Promise<Booted>} */
async function bootFromWheels(parts) {
  const packages = settings.wheels.map((wheel) => wheel.package);
  const python = await boot(parts, { packages }, parts.library, (instance, imports) =>
    // Without the snapshot, Python's start needs functions of both halves.
    secondHalfOf(parts, instance, imports).link(),
  );
  return { python, unlinked: [], addFiles: async () => {} };
}

/** Add the standard library and our wheels to an interpreter from the snapshot: later imports need them. @param {Pyodide} python @param {Parts} parts */
async function addFiles(python, parts) {
  const [library, wheels] = await Promise.all([parts.library(), parts.wheels()]);
  python.FS.writeFile(python.runPython("next(path for path in sys.path if path.endswith('.zip'))"), library);
  settings.wheels.forEach(({ name }, index) => python.FS.writeFile(`${settings.folder}/${name}`, wheels[index]));
  // Like importlib.invalidate_caches(), which imports a lot.
  python.runPython("import sys, zipimport; sys.path_importer_cache.clear(); zipimport._zip_directory_cache.clear()");
}

/** Boot an interpreter, from the snapshot if that works. @param {"wasm" | "whole"} name of the interpreter @returns {Promise<Booted>} */
async function bootPython(name) {
  const parts = fetchParts(name);
  // Once Python calls a function whose code hasn't arrived, it is too late to load what `downloadNow` needs.
  preparing ??= parts.wasm.then(prepareDownloadNow).catch(() => {});
  const attempts = [() => bootFromWheels(parts)];
  if (name === "wasm") {
    attempts.unshift(() => bootFromSnapshot(parts));
    if (settings.files.whole) attempts.push(() => bootFromWheels({ ...parts, wasm: downloadModule("whole") }));
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

/** Boot the whole interpreter because the second half or the code of functions can't be loaded, and tell the page. */
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
  if (progress) reportProgressTo(progress);
  return (await bootOnce()).python;
}

/**
 * Load what the first move doesn't need. After a failure, it can be called again.
 * @param {boolean} [replaceOnFailure] whether to boot the whole interpreter if a part of it can't be loaded
 */
export async function addLibraries(replaceOnFailure = true) {
  let { python, unlinked, addFiles } = await bootOnce();
  try {
    for (const part of unlinked) await part.link(python);
  } catch (error) {
    if (!replaceOnFailure) throw error;
    ({ addFiles } = await replaceInterpreter());
  }
  return addFiles();
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
