// Boots Python for PyScript (its config names this file as the interpreter) and for the page itself.
//
// The fast way restores a memory snapshot in which the core and the page's Python are already imported. Where that
// is missing, damaged or made for something else, the ordinary way loads the wheels into a fresh interpreter.

const settings = __SETTINGS__;

export const version = settings.version;

const here = (name) => new URL(name, import.meta.url).href;

// Where the files come from. A page that carries them inside itself puts its own functions here.
const carried = globalThis.qinFiles;
const files = carried ?? {
  open: (name) => fetch(here(settings.files[name])),
  load: (name) => import(here(settings.files[name])),
};

let arrived = 0;
let progress = () => {};

function count(bytes) {
  arrived += bytes;
  progress(Math.min(arrived, settings.bytes), settings.bytes);
}

/** Open a file, count its bytes as they come, and unpack it if it is stored compressed. */
async function open(name) {
  const response = await files.open(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const counter = new TransformStream({
    transform(chunk, controller) {
      count(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const bytes = response.body.pipeThrough(counter);
  return settings.packed.includes(name) ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
}

const read = async (name) => new Uint8Array(await new Response(await open(name)).arrayBuffer());

const asWasm = (body) => new Response(body, { headers: { "Content-Type": "application/wasm" } });

/** Do the same in a worker; give the bytes, or the module compiled from them. */
function unpackAside(name, compile = false) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(here(settings.files.unpack), { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message ?? "no worker"));
    worker.onmessage = ({ data }) => {
      if ("arrived" in data) return count(data.arrived);
      worker.terminate();
      if (data.error) reject(new Error(data.error));
      else resolve(data.result);
    };
    worker.postMessage({ address: here(settings.files[name]), compile });
  });
}

/** The same without a worker, where a sandbox forbids one. */
async function unpackHere(name, compile = false) {
  const bytes = await open(name);
  return compile ? WebAssembly.compileStreaming(asWasm(bytes)) : new Response(bytes).arrayBuffer();
}

const unpack = globalThis.origin === "null" ? unpackHere : unpackAside;

/** Ask for everything at once: what is needed later is on its way while the first part is compiled. */
function fetchAll() {
  const wasm = carried
    ? open("wasm").then((bytes) => WebAssembly.compileStreaming(asWasm(bytes)))
    : unpack("wasm", true);
  const parts = {
    wasm,
    stdlib: read("stdlib"),
    snapshot: carried ? read("snapshot") : unpack("snapshot"),
    lock: files.open("lock").then((response) => response.text()),
    wheels: Promise.all(settings.wheels.map((wheel) => read(wheel.file))),
    loader: files.load("loader"),
    module: files.load("module"),
  };
  // A part that fails is reported where it is awaited.
  for (const part of Object.values(parts)) part.catch(() => {});
  return parts;
}

/** Let Pyodide find the parts that are already here where it would fetch and compile them itself. */
async function withParts(parts, work) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (address, ...rest) => {
    const name = String(address?.url ?? address);
    if (name.endsWith("/pyodide.asm.wasm")) return asWasm();
    if (name.endsWith("/python_stdlib.zip")) return new Response(await parts.stdlib);
    return fetch.call(globalThis, address, ...rest);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await parts.wasm;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

async function boot(parts, options) {
  const [{ loadPyodide }, lock] = await Promise.all([parts.loader, parts.lock]);
  const booting = withParts(parts, () =>
    loadPyodide({
      indexURL: files.base ?? here(settings.files.base),
      packageBaseUrl: files.base ?? here("./"),
      lockFileContents: lock,
      createPyodideModule: async (options) => (await parts.module).default(options),
      ...options,
    }),
  );
  // Pyodide would wait for ever for a part that doesn't come.
  const missing = Promise.all([parts.wasm, parts.stdlib]).then(() => booting);
  return Promise.race([booting, missing]);
}

/** Let an empty array answer with the content of another: nothing of 30 MB is copied. */
function standInFor(empty, full) {
  Object.defineProperties(empty, {
    buffer: { value: full.buffer },
    byteOffset: { value: full.byteOffset },
    byteLength: { value: full.byteLength },
    subarray: { value: full.subarray.bind(full) },
  });
}

async function bootFromSnapshot(parts) {
  const wheels = await parts.wheels;
  // Pyodide must know at once how large the memory is; what was in it may come while the interpreter is being made.
  const memory = Object.defineProperty(new Uint8Array(), "length", { value: settings.memory });
  const python = await boot(parts, {
    _loadSnapshot: memory,
    async createPyodideModule(options) {
      const [module, bytes] = await Promise.all([(await parts.module).default(options), parts.snapshot]);
      standInFor(memory, new Uint8Array(bytes));
      return module;
    },
    // Imported modules come back with the memory, their files don't: later imports need them.
    fsInit(FS) {
      FS.mkdirTree(settings.folder);
      settings.wheels.forEach((wheel, number) => FS.writeFile(`${settings.folder}/${wheel.name}`, wheels[number]));
    },
  });
  if (python.runPython("import sys; getattr(sys, '_qin_snapshot', '')") !== settings.snapshot) {
    throw new Error("it belongs to another version");
  }
  return python;
}

async function bootFromWheels(parts) {
  const python = await boot(parts, {});
  await python.loadPackage(settings.wheels.map((wheel) => wheel.package), { messageCallback() {} });
  return python;
}

async function start() {
  const parts = fetchAll();
  let python;
  try {
    python = await bootFromSnapshot(parts);
  } catch (error) {
    console.info(`Starting without the snapshot (${error?.message ?? error}).`);
    python = await bootFromWheels(parts);
  }
  performance.mark("qin:python");
  // The snapshot holds the random generator as it was when it was taken.
  const [seed] = crypto.getRandomValues(new BigUint64Array(1));
  python.runPython(`import random; random.seed(${seed})`);
  return python;
}

let started;
let use = () => {};

/** Begin to boot, or join the boot that is under way; `onPython` gets the interpreter as soon as PyScript has it. */
export function begin(onProgress, onPython) {
  if (onProgress) progress = onProgress;
  if (onPython) use = onPython;
  return (started ??= start());
}

/** What PyScript calls: the shared interpreter, with PyScript's own output and whatever packages it asks for. */
export async function loadPyodide({ stdout, stderr, packages = [] } = {}) {
  const python = await begin();
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  const ours = settings.wheels.map((wheel) => wheel.package);
  const others = packages.filter((name) => !ours.includes(name));
  if (others.length) await python.loadPackage(others);
  use(python);
  return python;
}
