// Boots Python for PyScript (its config names this file as the interpreter) and for the page itself.
//
// The fast way restores a memory snapshot in which the core and the page's Python are already imported; the standard
// library and our wheels come after the first move. Where the snapshot is missing, damaged or made for something else,
// the ordinary way loads the wheels into a fresh interpreter.

const settings = __SETTINGS__;

export const version = settings.version;

const here = (name) => new URL(name, import.meta.url).href;
// Milliseconds until a worker that doesn't answer is given up.
const PATIENCE = 5000;
// The share of the interpreter after which the snapshot is asked for.
const NEARLY = 0.9;

// The browser's own: while Pyodide boots, it is given another one.
const { fetch } = globalThis;

// Where the files come from. A page that carries them inside itself puts its own functions here.
const carried = globalThis.qinFiles;
const files = carried ?? {
  open: (name, cache) => fetch.call(globalThis, here(settings.files[name].address), { cache }),
  load: (name, again) => import(here(settings.files[name].address) + again),
};

/** Load a module; where what came can't be used, fetch it anew, past what the browser keeps, under another address. */
async function load(name) {
  try {
    return await files.load(name, "");
  } catch (error) {
    if (carried) throw error;
    const response = await files.open(name, "reload");
    if (!response.ok) throw new Error(`${settings.files[name].address}: ${response.status}`);
    await response.arrayBuffer();
    return files.load(name, "?again");
  }
}

const arrived = new Map();
let progress = () => {};
let come;
const nearlyThere = new Promise((resolve) => (come = resolve));

function count(name, bytes) {
  arrived.set(name, (arrived.get(name) ?? 0) + bytes);
  if (arrived.get("wasm") >= NEARLY * settings.files.wasm.size) come();
  const sum = [...arrived.values()].reduce((before, more) => before + more, 0);
  progress(Math.min(sum, settings.bytes), settings.bytes);
}

/** Make something from a file; if that fails, once more past what the browser has kept. */
async function get(name, make) {
  try {
    return await make("default");
  } catch (error) {
    if (carried) throw error;
    arrived.delete(name);
    return make("reload");
  }
}

async function open(name, cache) {
  const response = await files.open(name, cache);
  if (!response.ok) throw new Error(`${settings.files[name].address}: ${response.status}`);
  return response;
}

let unpacking;
const unpacker = () => (unpacking ??= load("unpack"));

/** Give a worker that fetches and unpacks, or nothing where there is none or it doesn't answer. */
function aside() {
  if (carried) return null;
  return new Promise((resolve) => {
    const giveUp = () => resolve(null);
    try {
      const worker = new Worker(here(settings.files.unpack.address), { type: "module", name: "qin-unpack" });
      const timer = setTimeout(giveUp, PATIENCE);
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

/** Let a worker fetch and unpack a file. */
const unpackAside = (worker, name, cache) => new Promise((resolve, reject) => {
  worker.onerror = (event) => {
    worker.terminate();
    reject(new Error(event.message ?? "no worker"));
  };
  worker.onmessage = ({ data }) => {
    if (data.arrived) return count(name, data.arrived);
    worker.terminate();
    if (data.error) reject(new Error(data.error));
    else resolve(data.result);
  };
  const { address, ...file } = settings.files[name];
  worker.postMessage({ ...file, address: here(address), cache });
});

// Workers take a while to be there, so they are asked for before there is anything to do.
const ready = { wasm: aside(), snapshot: aside() };

/** Fetch a packed file and give what is in it, as bytes or compiled. */
const getPacked = (name) => get(name, async (cache) => {
  const worker = await (ready[name] ?? aside());
  delete ready[name];
  if (worker) return unpackAside(worker, name, cache);
  const [{ unpack }, { body }] = await Promise.all([unpacker(), open(name, cache)]);
  return unpack(body, settings.files[name], (bytes) => count(name, bytes));
});

const getWhole = (name) => get(name, async (cache) => {
  const bytes = new Uint8Array(await (await open(name, cache)).arrayBuffer());
  await (await unpacker()).check(bytes, settings.files[name].hash);
  return bytes;
});

/** Ask for everything that the start needs at once; what only the ordinary way needs comes when it is asked for. */
function fetchParts() {
  const once = (work) => {
    let asked;
    const forget = (error) => {
      asked = undefined;
      throw error;
    };
    return () => (asked ??= work().catch(forget));
  };
  const wasm = getPacked("wasm");
  const parts = {
    wasm,
    // One after the other: while the second one comes, the interpreter is made from the first.
    snapshot: Promise.race([nearlyThere, wasm.catch(() => {})]).then(() => getPacked("snapshot")),
    loader: load("loader"),
    module: load("module"),
    library: once(() => getWhole("library")),
    wheels: once(() => Promise.all(settings.wheels.map(({ file }) => getWhole(file)))),
  };
  // A part that fails is reported where it is awaited.
  for (const part of Object.values(parts)) part.catch?.(() => {});
  return parts;
}

/** Let Pyodide find the parts that are already here where it would fetch and compile them itself. */
async function withParts(parts, library, instantiated, work) {
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (address, ...rest) => {
    const name = String(address?.url ?? address);
    if (name.endsWith("/pyodide.asm.wasm")) return new Response();
    if (name.endsWith("/python_stdlib.zip")) return new Response(await library());
    return fetch.call(globalThis, address, ...rest);
  };
  // Pyodide would wait for ever for code that doesn't come or can't be used.
  let refuse;
  const refused = new Promise((_, reject) => (refuse = reject));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    try {
      const module = await parts.wasm;
      const instance = await WebAssembly.instantiate(module, imports);
      instantiated(instance.exports.memory);
      return { module, instance };
    } catch (error) {
      refuse(error);
      throw error;
    }
  };
  try {
    return await Promise.race([work(), refused]);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

async function boot(parts, options, library, instantiated = () => {}) {
  const { loadPyodide } = await parts.loader;
  return withParts(parts, library, instantiated, () =>
    loadPyodide({
      indexURL: files.base ?? here(settings.base),
      packageBaseUrl: files.base ?? here("./"),
      lockFileContents: settings.lock,
      createPyodideModule: async (options) => (await parts.module).default(options),
      ...options,
    }),
  );
}

/** Lay the snapshot over the memory of a new interpreter.
 *
 * It holds the bytes that aren't zero, in runs, and where the code's own data lies only what differs from them.
 */
function restore(memory, data, snapshot) {
  const [headLength, count] = new Uint32Array(snapshot.buffer, 0, 2);
  const runs = new Uint32Array(snapshot.buffer, 8 + headLength, 2 * count);
  let from = runs.byteOffset + runs.byteLength;
  let end = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const [start, length] = [runs[run], runs[run + 1]];
    memory.fill(0, end, start);
    memory.set(snapshot.subarray(from, from + length), start);
    end = start + length;
    from += length;
  }
  memory.fill(0, end);
  const words = new Uint32Array(memory.buffer, 0, data.length);
  for (let number = 0; number < data.length; number++) words[number] ^= data[number];
  return snapshot.slice(8, 8 + headLength);
}

/** Work out what the snapshot leaves out (web/build/lighter.mjs): how the collector's objects are chained, and hashes. */
function complete(memory, hash) {
  const words = new Uint32Array(memory.buffer);
  let at = settings.chain;
  do {
    words[at / 4] += at;
    const next = (words[at / 4] & ~3) >>> 0;
    // From one end of the memory to the other, and back to the first: anything else would never end.
    if (next <= at && next !== settings.chain) throw new Error("it isn't whole");
    words[next / 4 + 1] += at;
    at = next;
  } while (at !== settings.chain);
  const { mark, offset, unknown } = settings.hashes;
  for (let place = words.indexOf(mark); place >= 0; place = words.indexOf(mark, place + 1)) {
    words[place] = unknown;
    hash(4 * place - offset);
  }
}

async function bootFromSnapshot(parts) {
  // Pyodide must know at once how large the memory is; what was in it may come while the interpreter is being made.
  const head = Object.defineProperty(new Uint8Array(), "length", { value: settings.memory });
  let data;
  const python = await boot(
    parts,
    {
      _loadSnapshot: head,
      async createPyodideModule(options) {
        const [module, snapshot] = await Promise.all([(await parts.module).default(options), parts.snapshot]);
        // Pyodide reads the head and finds nothing behind it that it would have to copy.
        const found = restore(module.HEAPU8, data, new Uint8Array(snapshot));
        complete(module.HEAPU8, module._PyObject_Hash);
        for (const name of ["buffer", "byteOffset", "byteLength"]) Object.defineProperty(head, name, { value: found[name] });
        head.subarray = found.subarray.bind(found);
        return module;
      },
      // Imported modules come back with the memory; the places of their files must be there for them.
      fsInit: (FS) => FS.mkdirTree(settings.folder),
    },
    () => new Uint8Array(),
    (memory) => (data = new Uint32Array(memory.buffer, 0, settings.data / 4).slice()),
  );
  if (python.runPython("import sys; getattr(sys, '_qin_snapshot', '')") !== settings.snapshot) {
    throw new Error("it belongs to another version");
  }
  return python;
}

async function bootFromWheels(parts) {
  const python = await boot(parts, {}, parts.library);
  await python.loadPackage(settings.wheels.map((wheel) => wheel.package), { messageCallback() {} });
  return python;
}

/** Add the files that an interpreter from the snapshot has done without: whatever is imported later needs them. */
async function addFiles(python, parts) {
  const [library, wheels] = await Promise.all([parts.library(), parts.wheels()]);
  python.FS.writeFile(python.runPython("next(place for place in sys.path if place.endswith('.zip'))"), library);
  settings.wheels.forEach(({ name }, number) => python.FS.writeFile(`${settings.folder}/${name}`, wheels[number]));
  python.runPython("import importlib; importlib.invalidate_caches()");
}

let addLater;

async function start() {
  const parts = fetchParts();
  let python;
  try {
    python = await bootFromSnapshot(parts);
    addLater = () => addFiles(python, parts);
  } catch (error) {
    console.info(`Starting without the snapshot (${error?.message ?? error}).`);
    python = await bootFromWheels(parts);
    addLater = async () => {};
  }
  performance.mark("qin:python");
  // The snapshot holds the random generator as it was when it was taken.
  const [seed] = crypto.getRandomValues(new BigUint64Array(1));
  python.runPython(`import random; random.seed(${seed})`);
  return python;
}

let started;

/** Begin to boot, or join the boot that is under way. */
export function begin(onProgress) {
  if (onProgress) progress = onProgress;
  return (started ??= start());
}

/** Fetch what the first move could do without; after a failure it can be asked for again. */
export async function finish() {
  await begin();
  return addLater();
}

/** What PyScript calls: the shared interpreter, with PyScript's own output and whatever packages it asks for. */
export async function loadPyodide({ stdout, stderr, packages = [] } = {}) {
  const python = await begin();
  await finish();
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  const ours = settings.wheels.map((wheel) => wheel.package);
  const others = packages.filter((name) => !ours.includes(name));
  if (others.length) await python.loadPackage(others);
  return python;
}
