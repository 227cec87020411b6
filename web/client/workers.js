// The computer's worker: PyScript starts it with the page's own interpreter and core.

/**
 * @param {string} name
 * @param {string} code
 * @param {string[]} extras packages that only the worker needs
 */
export function addWorker(name, code, extras = []) {
  const ours = document.querySelector('script[type="py"][config]');
  const config = JSON.parse(ours?.getAttribute("config") ?? "{}");
  config.interpreter = new URL(config.interpreter, location.href).href;
  config.sync_main_only = true;
  config.packages.push(...extras);
  const script = document.createElement("script");
  for (const [key, value] of Object.entries({ type: "py", worker: "", name, config: JSON.stringify(config) })) {
    script.setAttribute(key, value);
  }
  script.textContent = code;
  document.body.append(script);
  return script;
}
