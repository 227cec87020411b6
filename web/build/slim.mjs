// Makes an archive of Python sources slim, under Node and inside the Python that the page gets:
//   node slim.mjs NODE_MODULES ARCHIVE OUTPUT
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, archive, output] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.writeFile("/whole.zip", readFileSync(archive));
python.runPython(readFileSync(new URL("slim.py", import.meta.url), "utf-8"));
python.runPython('slim_archive("/whole.zip", "/slim.zip")');
writeFileSync(output, python.FS.readFile("/slim.zip"));
