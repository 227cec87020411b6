// Print the WebAssembly module of the npm package zstddec as base64, by capturing what the package instantiates:
//   node zstd_decoder.mjs NODE_MODULES
import { pathToFileURL } from "node:url";

// Node's own `fetch` also instantiates WebAssembly; without it the package reads its module from memory.
globalThis.fetch = undefined;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = (module, imports) => {
  process.stdout.write(Buffer.from(module).toString("base64"));
  return instantiate(module, imports);
};
const { ZSTDDecoder } = await import(pathToFileURL(`${process.argv[2]}/zstddec/dist/zstddec-stream.mjs`).href);
await new ZSTDDecoder().init();
